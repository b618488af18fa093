import type { Lexicon } from "../concepts.ts";

export const english: Lexicon = {
  cease: `
    stoop sto stopit quit cease ceasing halt discontinu* end ending terminat* disabl* deactivat* suspend mute cancell*
    canceling refrain desist unfollow forbid refuse cancel`,
  enough: `
    enough tired sick done over overwhelmed annoyed fed flooding bombard* constant* nonsense bullshit bs annoying
    harassment harassing`,
  not: "not dont don donot nt dnt",
  never: "never nvr neither",
  no: "no without zero nomore",
  more: "more anymore anymor again longer further future another ever nomore agn",
  texts: `
    texts txts msgs messages mesages messeges massages alerts notification* reminders promotion* advert* ads ad emails
    offers deals crap junk bs garbage solicitation* campaign* blasts subscription* updates mailing* communications
    correspondence automated robotexts robotext`,
  text: "text txt txts msg sms contact message mesage messege massage",
  send: "send sending bug write reach hit email bother harass spam pester annoy disturb notify solicit",
  call: "call calling calls phoning ring",
  receive: "receive recieve receiving recieving",
  received: "got received arrived stopped",
  get: "get getting gettin",
  want: "want wanna like wish care agree intend prefer appreciate rather trying consent asking mean",
  me: "me us myself",
  my: "my our this",
  list: `
    list lists database databse records record system info information data details file files contacts roster directory
    distribution program club mailinglist thread chat group chain`,
  number: "nr number numbr numer nmber nmbr num nbr phone cell cellphone mobile digits line",
  remove:
    "remov* delet* erase scrub unenroll* unlist* deregister* lose purge strike scratch ditch exclude block blacklist",
  take: "take taken taking get pull turn shut cut switch",
  off: "off out outta outof",
  unsubscribe: "optout optedout",
  opt: "opt opting opted",
  withdraw: "revok* withdraw* rescind* retract* cancel",
  consent: "consent* permission* authoriz* authoris* permit*",
  asked: "asked signed subscribed requested enrolled gave opted joined agreed agree",
  leave: "leave leaf",
  alone: "alone peace",
  insult: "stfu fuckoff gtfo pissoff",
  shove: "fuck f piss bugger buzz eff sod screw knock",
  threat: `
    reporting reported sue suing lawyer attorney legal complaint police cops court harassment illegal block blocking
    blocked`,
  report: "fcc ftc tcpa dncl",
  continue: "continue keep persist",
  matter: `
    appointment* appt* order orders reservation* booking* table item items pizza package delivery deliveries
    prescription* refill* medication medicine class classes slot meeting flight room size color colour card shoes
    newspaper membership waitlist wait waiting guest guests visit tickets ticket order* cart meal link code reservation
    policy insurance pharmacy pills treatment address addresses invoice bill charge receipt refund email interview
    contract shift school box boxes`,
  when: `
    monday tuesday wednesday thursday friday saturday sunday today tomorrow tonight until till before yet later unless
    during after while mon tue wed thu fri sat sun`,
  courtesy: `
    please pls plz kindly thank thanks you thx it this all man guys just already now right immediately asap everything
    dude bro that so the will yall`,
  article: "the a an this his her their",
  of: "of to for from",
  place: "by at in over light of",
  wrong: "wrong rong incorrect mistaken mistake misdialed misdial",
  person: `
    person guy girl lady dude someone somebody individual man woman else contact people gal human fella chick recipient`,
  be: "am im is are be was its thats",
  isNot: "isnt aint arent wasnt",
  title: "mr mrs ms miss dr",
  here: "here",
  know: "idea know",
  belong: "belong* owns owner owned reassigned",
  mine: "mine since",
  meant: "meant intended supposed",
  didNot: "didnt doesnt wont",
  interest: "interested",
  can: "cant cannot unable",
  called: "name named",
  nobody: "nobody noone",
  use: "owns has uses use using",
  misdialled: "misdialed misdial",
  said: "say said sent hit typed told asked replied begged requested texted asking",
  right: "right correct",
  please: "please pls plz kindly",
  filler: `
    and or but if when what where who how why you your to in on at with from have has had been do does did we they he
    she not can could would will there here about up get got one out time day see good great yes yeah no hi hello`,
  if: "if unless",
  signed: "sign signed subscribed subscribe enrolled enroll",
  newly: "just recently newly",
  his: "his her their hers",
  asks: "when did",
  have: "have own",
  make: "make have get",
  need: "need needed",
  live: "live lives",
  sending: `
    texting txting texted messag* mesag* msging smsing contacting contacted pestering bugging writing blow* bombing
    messing reaching hitting blasting notifying emailing buzzing pinging harass* spamming pester* bother* hound* annoy*
    blast* solicit* communicat* disturb* sendin textin`,
  hear: "hear hearing",
  others: "him her them everyone and or while you u that",
  suffices: "enough",
};
