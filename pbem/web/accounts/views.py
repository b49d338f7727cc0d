"""The URLs of accounts: log-in, sign-up, passwords, the player's own data, change of e-mail address.

Most are views of django-allauth with this server's templates; allauth's other views have no URL. The log-in page is
Django's view.
"""

from typing import Any

from allauth.account import views
from django.conf import settings
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import URLPattern, path, re_path
from django.utils.translation import gettext_lazy as _
from django.views.generic.base import View

from pbem.web.accounts import address_change, own_data
from pbem.web.accounts.forms import LogInForm
from pbem.web.pages.carried_orders import CARRIED_FIELD, save_carried_orders
from pbem.web.pages.site import add_site

FORM, WORDS = "pages/account/form.html", "pages/account/words.html"


def _page(view: type[View], template: str, heading: Any, lead: Any = "", button: Any = "", **more: Any) -> Any:
    """Return allauth's view as a function, with `FORM` or `WORDS` (a page without a form) as its template.

    `heading`, `lead` (the first sentence), `button` (its label) and `more` become the template's context.
    """
    context = {"heading": heading, "lead": lead, "button": button, **more}
    return view.as_view(template_name=template, extra_context=context)


class LogInView(LoginView):
    """The log-in page: name or address, and password. `pbem.login_throttle` limits the attempts."""

    template_name = "pages/login.html"
    redirect_authenticated_user = True
    authentication_form = LogInForm

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Handle a request. If its user is already logged in, first save the orders that the log-in page carries."""
        if request.method == "POST" and request.user.is_authenticated:
            save_carried_orders(request)
        return super().dispatch(request, *args, **kwargs)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        carried = str(self.request.POST.get(CARRIED_FIELD, ""))
        context = super().get_context_data(open_sign_up=settings.PBEM_OPEN_SIGN_UP, carried=carried, **kwargs)
        return context | add_site(self.request)  # Django's view calls the site by the host of the request

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        """Log in, and save as a draft the orders that were posted after the session had ended."""
        response = super().form_valid(form)
        save_carried_orders(self.request)
        return response


RESET_SENT_TEXT = _(
    "If there is an account with this address, an e-mail is on its way to it. It may take some minutes."
)

urlpatterns: list[URLPattern] = [
    path("login/", LogInView.as_view(), name="login"),
    path("login/", LogInView.as_view(), name="account_login"),
    path(
        "login/code/",
        _page(
            views.RequestLoginCodeView,
            FORM,
            _("Sign in with a mailed code"),
            _("We mail you a code, which you type in here. No password is needed."),
            _("Mail me a code"),
        ),
        name="account_request_login_code",
    ),
    path(
        "login/code/confirm/",
        _page(views.ConfirmLoginCodeView, FORM, _("Your code"), RESET_SENT_TEXT, _("Sign in")),
        name="account_confirm_login_code",
    ),
    path(
        "password/forgotten/",
        _page(
            views.PasswordResetView,
            FORM,
            _("A new password"),
            _("We mail you a link to a page where you choose a new one."),
            _("Mail me the link"),
        ),
        name="account_reset_password",
    ),
    path(
        "password/forgotten/sent/",
        _page(views.PasswordResetDoneView, WORDS, _("Look into your mail"), RESET_SENT_TEXT),
        name="account_reset_password_done",
    ),
    re_path(
        r"^password/new/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        _page(views.PasswordResetFromKeyView, "pages/account/new_password.html", _("A new password")),
        name="account_reset_password_from_key",
    ),
    path(
        "password/new/done/",
        _page(views.PasswordResetFromKeyDoneView, WORDS, _("Your password was changed"), to_login=True),
        name="account_reset_password_from_key_done",
    ),
    path(
        "password/change/",
        _page(views.PasswordChangeView, FORM, _("A new password"), "", _("Change it")),
        name="account_change_password",
    ),
    path(
        "password/set/",
        _page(views.PasswordSetView, FORM, _("A new password"), "", _("Set it")),
        name="account_set_password",
    ),
    path(
        "account/inactive/",
        _page(views.AccountInactiveView, WORDS, _("This account is closed")),
        name="account_inactive",
    ),
    path(
        "sign-up/",
        _page(views.SignupView, FORM, _("A new account"), "", _("Sign up")),
        name="account_signup",
    ),
    path(
        "sign-up/sent/",
        _page(
            views.EmailVerificationSentView,
            WORDS,
            _("Look into your mail"),
            _("An e-mail is on its way to your address. Follow its link to confirm it; then you can log in."),
        ),
        name="account_email_verification_sent",
    ),
    re_path(
        r"^sign-up/confirm/(?P<key>[-:\w]+)/$",
        _page(views.ConfirmEmailView, "pages/account/confirm_address.html", _("Confirm your address")),
        name="account_confirm_email",
    ),
    path("profile/data.json", own_data.download_data, name="my_data"),
    path("profile/delete/", own_data.delete_account, name="delete_account"),
    path("profile/address/", address_change.change_address, name="address"),
    path("address/<str:token>/", address_change.confirm_address, name="confirm_address"),
]
