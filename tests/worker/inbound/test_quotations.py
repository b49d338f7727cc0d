"""Text that is no part of a reply, by each mark of mail programs and people: quotations, signatures, greetings."""

import pytest

from worker.mail.inbound.quote_stripping import extract_own_lines

OWN = "Hood fires at Bismarck"
QUOTED = "Bismarck 3512, heading A"


@pytest.mark.parametrize(
    "line",
    [
        *("On Mon, 30 Nov 2026 at 18:00 Sealed Orders wrote:", "At 18:00 30.11.2026 you wrote:"),
        *("Am 30.11.2026 um 18:00 schrieb Sealed Orders:", "Le lun. 30 nov. 2026 à 18:00, Anna a écrit :"),
        *("El lun, 30 nov 2026 a las 18:00, Anna escribió:", "Il giorno lun 30 nov 2026 Anna ha scritto:"),
        *("Op ma 30 nov 2026 om 18:00 schreef Anna:", "Den mån 30 nov. 2026 kl 18:00 skrev Anna:"),
        *("Sealed Orders wrote on 30/11/2026 18:00:", "Sealed Orders schrieb am 30.11.2026 um 18:00:"),
        *("2026年11月30日(月) 18:00 Anna:", "2026/11/30 18:00 Anna:", "2026-11-30 18:00 Anna:", "2026.11.30 Anna:"),
        *("アンナさんは書きました：", "アンナ様が次のように書きました:", "アンナが書きました:"),
        "Sealed Orders <orders@example.org>:",
    ],
)
def test_an_attribution_begins_a_quotation(line: str) -> None:
    assert extract_own_lines([OWN, "", line, QUOTED]) == [OWN]


@pytest.mark.parametrize(
    "opening", ["On", "At", "Am", "Le", "El", "Il", "Op", "Den", "2026年", "2026/11/30", "2026-1-1"]
)
@pytest.mark.parametrize("end", ["Anna <orders@example.org>:", "Orders wrote on Monday at noon:"])
def test_an_attribution_may_take_two_lines(opening: str, end: str) -> None:
    assert extract_own_lines([OWN, "", f"{opening} 30 Nov 2026 18:00", end, QUOTED]) == [OWN]


@pytest.mark.parametrize(
    "words",
    [
        *("Original Message", "Original Appointment", "Forwarded message", "Ursprüngliche Nachricht"),
        *("Originalnachricht", "Weitergeleitete Nachricht", "Message d'origine", "Mensaje original"),
        *("Messaggio originale", "元のメッセージ", "オリジナルメッセージ", "転送メッセージ", "Original mail"),
        *("Reply above", "Reply message"),
    ],
)
def test_a_divider_begins_a_quotation(words: str) -> None:
    for sign in "-_*=─━":
        assert extract_own_lines([OWN, f"{sign * 5} {words} {sign * 5}", QUOTED]) == [OWN]


@pytest.mark.parametrize(
    "line", ["Begin forwarded message:", "Anfang der weitergeleiteten Nachricht:", "転送されたメッセージ："]
)
def test_the_line_above_a_forwarded_message_begins_a_quotation(line: str) -> None:
    assert extract_own_lines([OWN, line, QUOTED]) == [OWN]


@pytest.mark.parametrize("sender", ["From", "Von", "De", "Da", "差出人", "送信者"])
@pytest.mark.parametrize(
    "field",
    [
        *("Sent", "Date", "To", "Cc", "Subject", "Gesendet", "Datum", "An", "Betreff", "Envoyé", "Objet", "À"),
        *("送信日時", "送信日", "日時", "日付", "宛先", "件名"),
    ],
)
def test_a_block_of_fields_begins_a_quotation(sender: str, field: str) -> None:
    assert extract_own_lines([OWN, "", f"{sender}: Sealed Orders", f"{field}: x", f"{field}: y", QUOTED]) == [OWN]


@pytest.mark.parametrize("line", ["-- ", "--", "—", "––", "__", "＿＿", "— "])
def test_a_signature_mark_ends_the_orders(line: str) -> None:
    assert extract_own_lines([OWN, line, "Anna of the fleet"]) == [OWN]


@pytest.mark.parametrize(
    "line",
    [
        *("Sent from my iPhone", "Sent from Mail for Windows", "Sent from Yahoo Mail", "Sent from Outlook"),
        *(
            "Sent from Proton Mail",
            "Sent from Fastmail",
            "Sent from Gmail",
            "Sent from AOL",
            "Sent from Samsung Galaxy",
        ),
        *("Sent from Mailspring", "Sent from the office", "Enviado desde mi iPhone", "Enviado do meu iPhone"),
        *("Enviada do meu iPhone", "Enviado de mi iPad", "Inviato da iPhone", "Inviato dal mio iPhone"),
        *("Inviato dalla posta", "Verzonden vanaf mijn iPhone", "Verzonden met Outlook", "Verzonden van mijn Samsung"),
        *("Skickat från min iPhone", "Sendt fra min iPhone", "Lähetetty iPhonesta", "Wysłane z iPhone'a"),
        *("Отправлено с iPhone", "Get Outlook for Android", "Sent with Spark", "Sent via Superhuman", "Sent using Hey"),
        *("Von meinem iPhone gesendet", "Gesendet von Mail", "Gesendet mit der GMX App"),
        *("Diese Nachricht wurde von meinem Telefon gesendet", "Holen Sie sich Outlook für iOS"),
        *("Envoyé de mon iPhone", "iPhoneから送信", "iPhoneから送信されました。", "Outlook for iOS を入手"),
        *("Outlook for Androidを取得", "Yahoo!メールを使用して送信", "送信元: Windows"),
    ],
)
def test_a_line_that_a_mail_program_adds_is_no_order(line: str) -> None:
    assert extract_own_lines([OWN, "", line]) == [OWN]


@pytest.mark.parametrize(
    "words",
    [
        *("Hi", "Hiya", "Hello", "Hey", "Howdy", "Ahoy", "Dear", "Morning", "Afternoon", "Evening", "Moin", "Hallo"),
        *("Liebe", "Lieber", "Liebes", "Guten Tag", "Guten Morgen", "Guten Abend", "Good morning", "Good evening"),
        *("Good day", "Greetings", "こんにちは", "こんばんは", "おはようございます", "お世話になっております"),
        *("お世話になります", "はじめまして"),
    ],
)
@pytest.mark.parametrize("more", ["", " Ben", ",", " Ben,"])
def test_a_greeting_is_no_order(words: str, more: str) -> None:
    assert extract_own_lines([f"{words}{more}", "", OWN]) == [OWN]


@pytest.mark.parametrize("words", ["Sir", "Sirs", "Madam", "Gentlemen", "拝啓", "前略"])
def test_a_formal_greeting_is_no_order(words: str) -> None:
    assert extract_own_lines([f"{words},", "", OWN]) == [OWN]


@pytest.mark.parametrize(
    "words",
    [
        *("Regards", "Best regards", "Kind regards", "Warm regards", "Many regards", "Wishes", "Best wishes", "Best"),
        *("Cheers", "Thanks", "Thank you", "Many thanks", "Thx", "Yours", "Yours sincerely", "Yours truly"),
        *("Sincerely", "Bye", "MfG", "LG", "VG", "Viele Grüße", "Liebe Grüße", "Beste Grüße", "Schöne Grüße"),
        *("Herzliche Grüße", "Viele Grüsse", "Viele Gruesse", "Mit freundlichen Grüßen", "Mit freundlichen Grüssen"),
        *(
            "Gruß",
            "Danke",
            "以上",
            "以上です",
            "よろしく",
            "宜しく",
            "よろしくお願いします",
            "よろしくお願いいたします",
        ),
        *("よろしくお願い致します", "以上、よろしくお願いします", "どうぞよろしくお願いします", "では、よろしく"),
        *("それでは、よろしく", "お願いします", "お願いいたします", "お願い致します", "では", "ではまた", "それでは"),
        *("失礼します", "失礼いたします", "失礼致します", "ありがとうございます", "敬具"),
    ],
)
def test_a_farewell_ends_the_orders(words: str) -> None:
    assert extract_own_lines([OWN, words, "Anna of the fleet"]) == [OWN]
    assert extract_own_lines([OWN, f"{words},", "Anna of the fleet"]) == [OWN]


@pytest.mark.parametrize("name", [" Anna", ", Anna", "、Anna", ",Anna", " Anna of Kiel", ", Anna Berg"])
@pytest.mark.parametrize("words", ["Cheers", "敬具"])
def test_a_farewell_may_bear_the_name(words: str, name: str) -> None:
    assert extract_own_lines([OWN, f"{words}{name}"]) == [OWN]


@pytest.mark.parametrize("line", ["Berlin reports a sortie", "Sentinel fires at Hood", "Fromage: hold", "Bestwood"])
def test_other_lines_stay(line: str) -> None:
    assert extract_own_lines([OWN, line]) == [OWN, line]
