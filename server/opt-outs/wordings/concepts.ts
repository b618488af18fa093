/** What a word can mean to a rule. Verbs have the forms of orders and wishes, unless a comment says otherwise. */
export type Concept =
  // to end
  | "cease"
  | "pause" // ceases, but is often another word
  | "suffices"
  | "enough" // and other words of those who are fed up
  | "make"
  | "said" // in reports
  | "please"
  | "keyword" // the keywords themselves
  | "unsubscribe" // suffices without other words
  | "opt"
  // not, and no more
  | "not"
  | "never"
  | "didNot"
  | "no"
  | "nobody"
  | "noMore" // "no" and "more" at once
  | "more"
  // texts, and what is done with them
  | "texts"
  | "text" // noun and verb at once
  | "send" // and to contact
  | "sending" // the same in other forms
  | "call"
  | "receive"
  | "received" // in reports, such as "I got none"
  | "get"
  | "hear"
  // to want
  | "want"
  | "interest"
  | "need"
  | "can"
  | "if"
  | "asked" // in reports
  | "signed" // up, in reports
  // to take off a list
  | "remove"
  | "take" // removes only with "off", or from a list
  | "off"
  | "up"
  | "list" // and other data that have a person
  | "number" // and phone
  | "withdraw"
  | "consent"
  // anger
  | "leave"
  | "alone"
  | "insult"
  | "shove" // insults only with "off"
  | "threat"
  | "report" // authorities and laws
  | "continue"
  // people
  | "me"
  | "my"
  | "his"
  | "others"
  | "person"
  | "called"
  | "title"
  | "name"
  | "capital" // any other word with a capital letter within a sentence: it may be a name
  // the wrong person
  | "wrong"
  | "right"
  | "misdialled"
  | "be"
  | "isNot"
  | "here"
  | "live"
  | "know"
  | "have"
  | "use"
  | "belong"
  | "mine" // and "since"
  | "newly"
  | "meant"
  // what shows that a text is about something else
  | "matter" // appointments, orders, goods
  | "when" // dates
  | "asks" // for a time
  | "place"
  // small words
  | "courtesy"
  | "article"
  | "of"
  | "filler"; // shows only the language

/**
 * Words by concept, with white space between them, in lower case without accents. `*` stands for any end, and
 * `mand/envi-e,es,en` for each of the beginnings with each of the ends.
 */
export type Lexicon = Readonly<Partial<Record<Concept, string>>>;
