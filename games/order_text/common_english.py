"""Ordinary English words: a name of a thing cannot be abbreviated to one of them alone.

Each group is a plain list of words. `ordinary_words.is_ordinary` derives plurals and the forms in -ed and -ing.
"""

FUNCTION_WORDS = frozenset(
    """
    a an the this that these those such same other another each every either neither both all any some no none i me my
    mine myself we us our ours ourselves you your yours yourself he him his himself she her hers herself it its itself
    they them their theirs themselves one ones who whom whose which what whoever whatever someone somebody something
    anyone anybody anything everyone everybody everything nobody nothing about above across after against ahead along
    alongside amid among around as aside at away back before behind below beneath beside besides between beyond by
    despite down during except for from in inside instead into like near nearby next of off on onto opposite out
    outside over past per round since than through throughout till to together toward towards under underneath until
    unto up upon via with within without and but or nor so yet if unless whether because although though while whereas
    however therefore thus hence else otherwise moreover am is are was were be been being isn't aren't wasn't weren't
    do does did done doing don't doesn't didn't have has had having haven't hasn't hadn't will would won't wouldn't
    shall should shouldn't can could can't cannot couldn't may might must mustn't ought let let's i'm i'll i've i'd
    you're you'll you've we're we'll we've they're they'll it's that's there's here's what's who's here there where
    when why how then now not never ever always just only also too very much many more most less least few several
    enough quite rather almost already still even again once twice perhaps maybe north south east west northeast
    northwest southeast southwest northern southern eastern western north-east north-west south-east south-west
    northward southward eastward westward northwards southwards eastwards westwards nne ene ese sse ssw wsw wnw nnw ne
    nw se sw centre center central middle left right port starboard bow stern zero two three four five six seven eight
    nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty
    sixty seventy eighty ninety hundred thousand million billion first second third fourth fifth sixth seventh eighth
    ninth tenth 1st 2nd 3rd 4th 5th 6th 7th 8th 9th 10th half quarter double single dozen pair last final
    """.split()  # noqa: SIM905  # reads better so
)
"""Articles, pronouns, prepositions, conjunctions, auxiliaries, compass points and numbers."""

VERBS = frozenset(
    """
    accept accepts achieve act add admit advance advise affect agree aim allow announce answer appear apply approach
    argue arrange arrive ask assign assume attack attempt attend avoid awake bear beat became become becomes began
    begin begins begun believe belong bet block blow blown board boil bomb bought bound break breaks bring broke
    broken brought build built burn burst buy call came cancel cap capture care carry cast catch caught cause
    challenge change charge chase chat check cheer choose chose chosen claim clean clear click climb close collect
    combine come comes command commit compare complete concentrate concern confirm connect consider contact contain
    continue control convert cook copy correct cost count cover crash create cross cry cut damage dance dare deal
    deals dealt decide declare defeat defend define delete deliver demand deny depart depend deploy describe deserve
    destroy detach detect determine develop die direct disappear discover discuss disengage divide doubt drag draw
    drawn draws dress drew drink drive driven drop drove dry earn eat embark emerge enable encourage end endure engage
    enjoy ensure enter escape escort establish exchange exclude exist expand expect experience explain explore express
    extend face fail fall fallen falls fear feed feel feels fell felt fight figure fill find finds finish fire fit fix
    flee fly flow focus follow force forget forgot form forward fought found free gain gather gave get gets getting
    give given gives go goes going gone got grab grant grew grow grown guard guess guide hang happen harm hate haul
    head hear heard held help hid hide hit hits hold holds hope hunt hurry hurt identify ignore imagine improve
    include increase influence inform insist intend intercept introduce invite involve join judge jump keep keeps kept
    kick kill knew knock know known knows lack land laugh launch lay laid lays lead leads leap learn leave leaves led
    lend lie lies lift limit link list listen live load locate lock look lose lost love lower made maintain make makes
    manage march mark matter mean means meant measure meet meets mention merge met mind miss mount move need needs
    notice number obey object observe obtain occur offer open operate order own pack pass pause pay permit pick place
    plan play please point pop possess pour pray prefer prepare present press prevent proceed produce promise propose
    protect prove provide publish pull punch pursue push put puts quit raid rain raise ran reach react read receive
    recognize record recover reduce refer reflect refuse regard relate relax release rely remain remember remind
    remove repair repeat replace reply report represent request require reserve resist resolve respond rest result
    retreat return reveal ride ring rise rises risk rode roll rose rule run runs rush sail save saw say says search
    seat see seek seem seems seen select sell send sends sense sent separate serve set sets settle shake shape share
    shift ship shoot shot shout show shown shows shut sign signal sing sink sit sits sleep slip slow smile sold sort
    sound spare speak spell spend spent split spoke spread stand stands start state station stay stays steal steam
    steer step stick stood stop store strike struck study succeed suffer suggest suit supply support suppose surprise
    surrender survive swim swing switch take taken takes talk target task taught teach tell tells tend test thank
    think thinks thought threaten threw throw thrown tie told took torpedo touch tow track trade train transfer
    transport travel treat tried tries trip trust try turn understand understood unite use used uses visit vote wait
    wake walk want warn wash watch wear went win wins wish abandon accuse adopt afford appoint approve arrest bend
    celebrate conduct convict disappoint elect entitle evolve expose finance gonna gotta gotten kinda lied lying
    oppose perform performed promote qualify quote realise realize recommend rid said sought stuck surround swear
    wanna elected withdraw withdrew woke won wonder work worry write writes written wrote yield
    """.split()  # noqa: SIM905
)

TIME_WORDS = frozenset(
    """
    monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun january
    february april june july august september october november december jan feb mar apr jun jul aug sep sept oct nov
    dec spring summer autumn winter day daily week weekly weekend month monthly year yearly today tomorrow yesterday
    tonight morning noon afternoon evening night midnight dawn dusk hour hourly minute moment early earlier late later
    latest soon sooner ago recent recently current currently finally eventually immediately meanwhile usual usually
    often sometimes time date o'clock gmt utc cet est edt pst pm century decade term season future holiday birthday
    christmas easter
    """.split()  # noqa: SIM905
)

COURTESIES = frozenset(
    """
    hello hi hey dear sir madam sirs gentlemen ladies mr mrs ms dr prof doctor greetings welcome thanks thx ty cheers
    regards wishes sincerely truly bye goodbye farewell sorry apologies apology pardon excuse congratulations congrats
    luck good-bye yes yeah yep yup nope okay ok fine sure alright well great nice good better best lovely wonderful
    excellent perfect super cool wow oh ah er um hmm haha lol ps pps fyi btw asap imho imo aka etc eg ie vs umpire
    referee moderator admin host player players opponent friend friends team folks guys mate captain commander
    commodore colonel major general lieutenant sergeant officer officers
    """.split()  # noqa: SIM905
)

MAIL_WORDS = frozenset(
    """
    mail mails e-mail email emails letter message messages text note notes subject cc bcc re fw fwd aw antw sv tr
    sender recipient recipients attachment attached attachments file files folder inbox spam junk virus scan scanned
    links web website site page pages internet online phone telephone tel mobile cell fax iphone ipad android samsung
    galaxy outlook gmail yahoo proton fastmail thunderbird apple microsoft google facebook twitter address street road
    avenue office company limited ltd inc gmbh plc llc registered department confidential confidentiality privileged
    disclaimer caution warning external internal organization organisation intended addressee unauthorised
    unauthorized copyright reserved privacy policy unsubscribe subscribe subscription group newsletter account
    password user username login security secure server computer screen print printing environment original received
    quoted signature app version update download upload data info information detail details http https www com org
    net url html pdf id
    """.split()  # noqa: SIM905
)

NOUNS = frozenset(
    """
    ability access accident action activity addition admiral advantage adventure advice aeroplane affair age agency
    agent agreement aid air aircraft airfield airport alarm alert alliance ally ambassador amount analysis anchor
    anger angle animal anniversary apartment area arm armor armour arms army arrival art article aspect assembly asset
    assistance association atmosphere attention attitude audience aunt author authority award axis baby bag balance
    ball ban band bank bar barrel base baseball basis basket bat bath battalion battery battle bay beach beard beauty
    bed beer behavior behaviour belief bell belt bench benefit bike bill bird birth bit black blood boat body bombing
    bond bone book boot border bore boss bottle bottom box boy boys brain branch bread breakfast breath bridge brigade
    broadcast brother brown budget buffer bug building bullet bunch burden bureau bus bush business butter button
    cabin cabinet cable cake calendar camera camp campaign cancer candidate capacity capital car card cards career
    cargo carrier case cash castle cat category chain chair chairman champion chance channel chapter character charity
    chart cheap cheese chest chicken chief child children choice church cigarette circle citizen city civil class
    classic clause climate clock cloth clothes cloud club coach coal coast coat code coffee coin cold collection
    college color colour column combat combination comfort comment commerce commission committee communication
    community companion comparison competition competitor complaint complex component concept concert conclusion
    concrete condition conference confidence conflict confusion congress connection consequence construction consumer
    content contest context contract contrast contribution conversation cooperation corner corps corporation country
    county couple courage course court cousin craft cream creation creature credit crew crime crisis criticism crop
    crowd crown cruise culture cup currency curve custom customer cycle dad danger dark darkness database daughter
    dead deadline death debate debt deck decision declaration decline decree deed defence defense definition degree
    delay delivery democracy density departure deposit depth deputy description desert design desire desk destination
    destruction detachment device diamond dictionary diet difference difficulty dinner diplomat direction director
    dirt disaster disc discipline discount discovery discussion disease dish disk display distance distribution
    district division document dog dollar domain door dot downtown draft drama dream drill drug duke dust duty ear
    earth ease economy edge edition education effect effort egg election element emergency emotion emperor emphasis
    empire employee employer employment encounter enemy energy engine engineer entertainment enthusiasm entrance entry
    episode equipment era error estate estimate event evidence evil examination example exception exercise exhibition
    existence exit expense expert explanation explosion export exposure extent extra eye factor factory failure faith
    fame family fan fantasy farm farmer fashion fat fate father fault favor favour feature fee feeling fellow female
    festival fiction field fighter film finger fish flag flame flash flat flesh flight flood floor flower fog folk
    food fool foot football footer formation formula fortune forum foundation frame freedom fruit fuel fun function
    fund funeral gale game games gang gap garden gas gate gear gender generation genius gentleman giant gift girl
    girls glad glass global goal god gold golden golf goods government governor grade grain grammar grand grandfather
    grandmother grass grave ground growth guarantee guest guideline guilt guitar gun guns guy habit hair hall hand
    hands harbor harbour hat headquarters health heart heat heaven heavy height hell helicopter hero high highway hill
    history hobby hole home homes honor honour hook horse horror hospital hotel house household humor humour husband
    hydrogen ice idea ideal identity illness image imagination impact implementation importance impression improvement
    incident income independence index individual industry infantry initiative injury inn innocent inquiry insect
    instance institute institution instruction instrument insurance intelligence intention interest interpretation
    interview introduction invasion investigation investment invitation iron island islands isle issue item jacket
    jail jazz job joke journal journey joy juice jungle jury justice key kid kids kind king kingdom kiss kit kitchen
    knee knife knight knowledge label labor labour ladder lady lake lamp language large law lawyer layer leader
    leadership league leather lecture legend lemon length lesson level library licence license life light lights
    lightning line lines lion lip liquid literature loan location log logic long loss lot lots low lunch machine
    magazine magic magnitude maintenance majority male man manager manner manufacturer map margin marine market
    marriage mass master match material math meal meaning measurement meat mechanism medal media medicine medium
    meeting member memory men menu mercy mess metal method metre meter mile miles military milk mill minister minority
    mirror misery mission mistake mix mixture mode model money monitor monster mood moon mother motion motor mountain
    mouse mouth movement movie muscle museum music mystery name nation nature navy neck negotiation neighbor neighbour
    network news newspaper noise nose novel nuclear nurse oak obligation ocean odds offense oil operation operator
    opinion opportunity opposition option orders organ origin outcome output owner oxygen package pain paint painting
    palace panel panic paper paragraph parent parents park parliament part partner party passage passenger passion
    path patience patient patrol pattern peace peak pen penalty people percent percentage performance period
    permission person personality perspective phase philosophy photo photograph phrase physics piano picture piece
    pilot pink pipe pirate pistol pitch plain plane planet plant plastic plate platform pleasure plenty plus pocket
    poem poet poetry pole police politics poll pool poor population position possession possibility post pot potato
    potential pound poverty powder power practice prayer presence president pressure price pride priest prince
    princess principle priority prison prize probability problem procedure process product profession professor
    profile profit program programme progress project proof property proportion proposal prospect protection protest
    province pub public publication punishment purchase purpose quality quantity queen question queue race radar radio
    rail railway ram range rank rate ratio reaction reader reality reason receipt reception recipe reference reform
    refuge region regiment relation relationship relief religion remote rent replacement reputation requirement
    research resident resistance resolution resource response responsibility restaurant restriction revenue reverse
    review revolution reward rhythm rice rich rifle river rock rocket role roof room root rope route row royal rubber
    safe safety salary sale salt sample sand satellite scale scene scenario schedule scheme school science scientist
    scope score scout script sea seal seaman secret secretary section sector segment self series servant service
    session setup sex shadow sheet shell shelter shield shipment shipping shirt shock shoe shop shore short shoulder
    sick side sight silence silk silver simple sin sister situation size skill skin sky slave slot small smoke snow
    society soft software soil soldier solution son song soul source space special species speech speed spirit spite
    sport sports spot spotter squad square staff stage stake standard star status steel stock stomach stone storm
    story strait straits stranger strategy stream strength stress string strip stroke strong structure student studio
    stuff style substance success sugar suite sum surface surgery survey suspect sweep sweet sword symbol system table
    tactic tail talent tank tape tax tea teacher tech technique technology television temperature temple tension tent
    territory terror theater theatre theme theory thing things threat throat throne ticket tide tip title toast
    tobacco toe tone tongue tool top topic torch total tour tower town toy tradition traffic tragedy transition
    translation trap treasure treatment treaty tree trend trial tribe trick troop troops trouble truck truth tube tune
    tunnel twin type uncle uniform union unit universe university upper valley value van variety vehicle vessel
    vessels victim victory video view village violence virtue vision visitor voice volume volunteer wage wall war
    warfare warmth warship wartime waste water wave waves way ways weakness wealth weapon weapons weather wedding
    weight wheel width wife wild wind window wine wing winner wire wireless wisdom abuse academy acid actor actress
    administration adult album alcohol analyst angel anxiety appearance appendix application appointment appreciation
    approval artist assessment attorney audio background baker basketball bathroom bedroom bible blame blog bonus bowl
    boyfriend brand campus carbon cent ceo ceremony chamber championship chemical childhood chocolate circuit
    circumstance client colony comedy constitution core counter coverage democrat depression disorder driver dude
    editor enforcement equivalent everyday executive expansion expression extension facility fact feet florist forest
    founder friendship fuss gallery girlfriend grace graduate gym handle healthcare hip immigration inch
    infrastructure interior jew killer lane leg legislation lord manufacturing mayor medication membership minor
    ministry mom monarch murder muslim neighborhood novelist panther pants partnership payment personnel plot
    politician porn portion premium principal promotion protein rape recognition recommendation register regulation
    representative republic rescue retirement selection senate senator sentence settlement shame shower singer smell
    soccer solo speaker stadium statement statistic struggle suicide supporter symptom taste tear teeth therapy ton
    tournament transportation vice voter witness wolf woman women wood woods word words worker world worth wound
    writer yard youth zone
    """.split()  # noqa: SIM905
)

ADJECTIVES = frozenset(
    """
    able absolute absolutely actual actually african afraid alive allied alone american amazing ancient angry apparent
    apparently arab asian atlantic austrian automatic automatically available average aware awful bad basic beautiful
    big bigger biggest blank blind blue bold brave brief bright british broad busy calm canadian careful certain
    certainly chinese civilian clever closer comfortable common commercial completely constant continental convenient
    crazy critical crucial cruel curious dangerous deep definitely different difficult directly dirty distant due dull
    dutch eager easily easy economic effective egyptian electric electronic empty english entire equal especially
    essential european exact exactly expensive extreme extremely fair fairly faithful familiar famous far fast faster
    federal fierce financial finnish firm foreign formal former fortunate french frequent fresh friendly front full
    fully funny further gentle german gray greek green grey gross guilty happy hard hardly heavily helpful hidden
    higher highest highly historical holy hot huge human hungry idle ill illegal immediate important impossible indeed
    independent indian industrial initial inner international irish italian japanese jewish joint junior keen larger
    largest lazy leading legal likely literally little living local lonely longer loose loud lowest lucky mad main
    mainly massive mature maximum medical mediterranean mental mere merely mild minimum missing mixed modern moral
    mutual naked narrow national native natural naval nearest nearly neat necessary negative nervous neutral new newer
    newest normal norwegian obvious obviously odd official old older oldest ordinary ottoman outer overall pacific
    pale partial particular particularly peaceful permanent personal physical pleasant poetic polite political popular
    portuguese positive possible possibly powerful practical precious precise pregnant pretty previous previously
    primary prime private probable probably professional proper properly proud pure purple quick quickly quiet rapid
    rapidly rare raw ready real really reasonable red regular relative relatively relevant reliable religious roman
    rough rude running russian sad scared scientific secondary senior sensible sensitive serious seriously severe
    sexual shallow sharp shy silent silly similar simply slight slightly slower slowly smaller smallest smart smooth
    social solid sore spanish specific stable steady steep stiff straight strange strict stronger strongest stupid
    successful sudden suddenly sufficient suitable swedish swift tall technical terrible thick thin tight tiny tired
    totally tough traditional tropical true turkish typical ugly unable uncertain unique united universal unknown
    unlikely unusual upset urban urgent useful useless valid valuable various vast violent visible vital warm weak
    wealthy weird welsh wet white whole wide widely willing wise wooden worse worst worthy wrong yellow young younger
    youngest abroad afterwards altogether anyhow anyway anywhere apart everywhere forever forth hereby likewise
    nevertheless nowhere somehow somewhat somewhere thereby
    """.split()  # noqa: SIM905
)

COUNTRIES = frozenset(
    """
    africa albania algeria america arabia asia australia austria belgium britain bulgaria canada china croatia cuba
    cyprus denmark egypt england europe finland france germany greece hungary iceland india iran iraq ireland israel
    italy japan korea libya mexico morocco netherlands norway pakistan palestine poland portugal romania russia
    scotland serbia spain sudan sweden switzerland syria tunisia turkey ukraine usa uk ussr
    """.split()  # noqa: SIM905
)
"""Words in the names of many units, such as kinds of ship; none of them alone identifies a unit."""

GIVEN_NAMES = frozenset(
    """
    adam adams alan albert alex alexander alfred alice allen amy andrea andrew andy angela ann anna anne anthony
    arthur barbara ben benjamin bernard bob brian bruce carl carlos carol caroline catherine charles charlie chris
    christian christina christine christopher claire clara colin craig daniel danny dave david davis dean deborah
    dennis derek diana diane dick don donald dorothy doug douglas duncan ed eddie edgar edward elena eli elizabeth
    ella ellen emily emma eric ernest eva eve evelyn felix frances francis frank franz fred frederick gary geoff
    george gerald gordon graham greg hannah hans harold harry heinrich helen henry herbert howard hugh ian isaac ivan
    jack jackson jacob jake james jane janet jason jean jeff jennifer jenny jeremy jessica jill jim jimmy joan joe
    joel johann johannes john johnny johnson jonathan jones jordan jose joseph josh joshua juan judy julia julian
    julie karen karl kate katherine kathy katie keith kelly ken kenneth kevin kim kurt larry laura lauren lee leo leon
    leonard leslie lewis lily linda lisa liz louis louise lucas lucy luke maggie marc marco margaret maria marie marta
    martha martin mary matt matthew max megan mel melissa michael michelle miguel mike mitchell mohammed molly monica
    morgan nancy natalie nathan neil nicholas nick nicole nigel nina noah nora norman oliver olivia oscar otto pamela
    pat patricia patrick paul paula pedro peggy peter phil philip rachel ralph ray raymond rebecca richard rick rob
    robert roberts robin robinson roger ron ronald rosa ross roy russell ruth ryan sally sam samantha samuel sandra
    sara sarah scott sean sebastian sharon shaun simon smith sofia sophia sophie stephanie stephen steve steven stuart
    sue susan sven sylvia taylor ted teresa terry theresa thomas tim timothy tina todd tom tommy tony tracy vic victor
    vincent virginia walter wayne wendy wilhelm william williams wilson wolfgang zoe hanako taro ichiro jiro kenji
    hiroshi takashi akira yuki naoko keiko yoko haruka sakura satoshi makoto
    """.split()  # noqa: SIM905
)

OTHER = frozenset(
    """
    al ad ca co da de del der des das di du ch el em en ex il la las le les lo los ma na non nu op pa pro qui san
    santa st te tu un una ve von ya yo anti auto bot dia dan ha mm pre sub trans ultra uber api bio cd cpu dna dvd eco
    gdp gps hd ip iq pc pr tv ui ufo vip
    """.split()  # noqa: SIM905
)
"""Words of other languages, and abbreviations."""
