import type { Lexicon } from "../concepts.ts";

export const polish: Lexicon = {
  cease: `
    stop przestan* przestac przesta* skoncz* koniec zaprzesta* wstrzym* zakoncz* dosyc wylacz* zatrzym* rezygn* zrezygn*
    anuluj* anulow* zablok* odwol* dezaktyw* wylaczyc konczcie zaprzestan* przerw* zabraniam zakazuje`,
  enough: "dosc dosyc meczy meczycie wkurza* zasyp* nekac nekaj* nekan* zawraca* truj* irytu* glupot* nekania",
  not: "nie ne",
  never: "nigdy",
  no: "zadn* zadnych bez nikt nikogo nic",
  more: "wiecej juz dluzej ponownie kolejn* nastepn* znow znowu dalsz* przyszlosci nadal dalej",
  texts: `
    wiadomos* sms* esemes* reklam* spam* powiadom* przypomn* ofert* newsletter* promocj* mail* subskryp* komunikat*
    informacji marketing* kontakt* tresci smiec* korespond* prenumer* wysylk* wysylan* przesylan*`,
  send: `
    wysyl* wysylaj* niewysyl* wyslac pisz pisac piszcie piszecie pisal* przysyl* przesyl* slac slij* kontaktow*
    kontaktuj* nekaj* nekac nekan* spamow* spamuj* smsow* zawrac* meczyc niepokoic niepokoj* naprzykrz* odzywa* dreczyc
    zasmiec* kierow*`,
  call: "dzwon* wydzwan*",
  receive: "dostaw* otrzym* odbier* miec slyszec widziec czytac",
  received: "dostal* dostaj* otrzymal* przyszl* przyszedl doszl* otrzymuje",
  want: "chce chcem* chcial* zycz* prosz* prosil* pragn* zadam zyczymy wole domagam",
  me: "mnie mi mna nas nam sie do",
  my: "moj* mego ten",
  list: "list* baz* dane danych system* kontaktow rejestr* grup* spis* bazie kontakt kontakty",
  number: "numer* nr telefon* komork* tel nry",
  remove: "usun* skasow* skasuj* wykresl* wymaz* usuw* kasow* wyrejestr* wyrzuc* skreslic skresl* zapomnij*",
  take: "zdejm* wycof* zabier*",
  off: "precz",
  unsubscribe: `
    wypis* wypisz* wypisac wypisuj* odsubskryb* wyrejestr* odsubskr* niewysyl* niekontaktow* nieprzysyl* nieprzesyl*
    niedzwon* nienekan*`,
  withdraw: "wycof* cofam cofn* odwol* sprzeciw* cofa*",
  consent: "zgod* zgadz* zgodz* pozwol* pozwal* przyzwol* upowazn*",
  asked: "zapisyw* zamawial* prosil* wyraz* zgadzal* subskryb* zapisal* podawal* dawal* wyrazal*",
  leave: "daj dajcie dac dajze zostaw* odpus*",
  alone: "spok*",
  insult: "odczep* odwal* spadaj* spierd* odpierd* wypierd* odpiepr* goncie spadow*",
  threat: "zglosz* zglasz* prawnik* sad sadu policj* skarg* pozw* adwokat* nekanie doniesien*",
  report: "uodo rodo uokik uke",
  continue: "nadal dalej bedziecie kolejny",
  matter: `
    wizyt* zamowien* rezerw* stolik* recept* lek lekow tablet* rozmiar* kolor* paczk* pizz* karta lot pokoj* kod* kodem
    zajec zajeci* kurs* cebul* termin* deser* problem* miejsc* produkt* artykul* kart* szpital* buty adres* faktur*
    umow* rezerwacji`,
  when: `
    poniedzialek wtorek srode czwartek piatek sobote niedziele dzis dzisiaj jutro przed dopiero pozniej wieczorem
    jeszcze wczoraj nocce`,
  courtesy: "prosze dziekuje dzieki natychmiast teraz to tego te z ze w koncu ta tym tymi dziekuj* bardzo wszystko",
  article: "ta ten pan pani",
  of: "od dla",
  wrong: "zly zle bledn* niewlasciw* pomyl* pomyl nieprawidlow* omylk* niewlasc*",
  person: "osob* adresat* odbiorc* inn* ktos kogos",
  be: "jestem jest to",
  title: "pan pani pana panem pania panstwo",
  here: "tu tutaj",
  know: "znam znamy",
  belong: "nalezy wlascicie* uzytkown* uzywa",
  mine: "mnie moj od teraz",
  meant: "przeznaczon* skierowan* adresowan*",
  interest: "interesuj* zainteresow*",
  can: "moge mozna mogl* moglem",
  called: "nazywam nazwisk* imieni* takiej takiego taki taka",
  nobody: "nikt nikogo",
  use: "uzywa ma",
  right: "dobry wlasciwy",
  said: "pisalem pisalam napisalem wyslalem mowilem prosilem",
  please: "prosze wreszcie",
  filler: `
    i lub albo ale jesli kiedy co kto jak gdzie dlaczego wy was wasz wasze waszych wam pan pani na w we o po za z ze do
    od u dla jest sa byl byla bedzie byc bardzo dobrze tak hej czesc dzien dobry zeby sie moge mam ma`,
  if: "jesli jak",
  signed: "zapisyw* zapisal* rejestrowal*",
  newly: "niedawno dopiero",
  misdialled: "pomylka",
  his: "jego jej",
  asks: "kiedy",
  need: "potrzeb* musi* trzeba",
  live: "mieszka*",
  suffices: "dosyc dosc",
};
