import type { Language } from "./lexicon.ts";

/**
 * Rules over the words of a text, by their concepts. `a|b` is a word with one of these concepts, `a?` may be absent and `a*` may
 * be repeated. `~3` is at most three words of one sentence, and `-3` at most three without a comma. What stands
 * after `!` must not follow. `^` and `$` are the begin and the end of a part between commas, `^^` and `$$` those of a sentence.
 */
export type Rule = string;

/** Rules for all languages, and further rules for some. */
export interface Rules {
  all: readonly Rule[];
  of: Readonly<Partial<Record<Language, readonly Rule[]>>>;
}

/** What the whole text is, without words of courtesy: a keyword. */
export const keywords: readonly Rule[] = ["keyword keyword*", "opt off"];

/** What the whole text is, without words of courtesy: a word that other services or languages take as a keyword. */
export const foreignKeywords: readonly Rule[] = [
  "me* cease|unsubscribe|remove|pause|withdraw me|cease|unsubscribe|remove|pause|withdraw*",
  "no|not more no|not|more*",
  "noMore no?",
];

/**
 * What the whole text is, without words of courtesy: a refusal. With other words it is about what was offered, and with a question
 * mark it asks.
 */
export const refusals: readonly Rule[] = ["no? be? no|not me? interest more?"];

/** Wordings that mean the opposite, or something else: the words that they match have no meaning for other rules. */
export const harmless: readonly Rule[] = [
  "not|never|didNot want|me|of|article? want|me|of? cease|pause|unsubscribe|remove|opt|withdraw|leave",
  "cease ~2 not off|up",
  "cease place",
  "asks ~4 cease !~3 text|send|call",
  "cease ~2 asks",
  "cease of|pause me? opt|unsubscribe|cease off?",
  "no|not|never -1 need -2 send|call",
  "need -2 no|not|never -2 send|call",
  "can -2 not|never me? send|text|receive|call",
  "not|never -1 can -2 send|text|receive|call",
  "not|never|no|didNot -2 received -3 texts|text",
  "received -4 no|not|never -3 texts|text",
  "received -3 texts",
  "cease|pause|remove|take|unsubscribe|withdraw|off|enough -4 matter !texts|text",
  "matter -2 cease|remove|take|unsubscribe|withdraw|off",
  "take|remove ~3 list ~2 when|matter",
  "matter ~1 number",
  "number place|of? matter",
  "wrong -2 matter",
  "matter -2 wrong",
];

/** Threats of the kind "if you do not stop", which come before all that is harmless. */
export const threats: readonly Rule[] = ["if -2 not|never ~1 cease|leave"];

const verbLast: readonly Rule[] = [
  "texts|text|send|call -4 no|not -2 more",
  "me|number ~2 remove",
  "send|text|call -1 cease",
  "list -1 take",
  "want|need -3 texts not more? $",
];

export const revocations: Rules = {
  all: [
    "cease|pause ~5 texts|text|send|sending|call|receive|enough",
    "cease ~2 get ~3 texts|text",
    "pause of ~1 texts|text|send|call|enough",
    "texts -2 cease",
    "texts -1 enough",
    "^^ suffices courtesy? courtesy? $$",
    "said cease",
    "said|asked -2 of cease $",
    "said|asked -1 cease $",
    "want me? cease $",
    "send cease $",
    "^ cease off|up? courtesy? courtesy? $$",
    "make -2 cease $",
    "not call list",
    "please cease|pause courtesy? $$",
    "^^ courtesy? cease off? courtesy? courtesy? $$",
    "^ cease ~1 off|up $",
    "enough -4 texts|text|send",
    "no|not|never -3 more -3 texts|text|send|sending|call|receive|hear",
    "no|not|never -3 texts|text|send|sending|call|receive|hear -3 more",
    "text|send|call -3 never",
    "more -2 no|not|never -3 texts|text|send|call|receive",
    "not|never|no -2 want|interest ~4 texts|text|send|sending|receive",
    "not|never|no -2 want|interest ~2 get ~3 texts|text|more",
    "not|never|no -2 want ~2 hear of",
    "want -4 not|never|no ~3 texts|text|send|receive",
    "want -2 not ~1 get ~3 texts|text",
    "not|never|no -1 need ~4 texts|text|receive",
    "need -2 no|not|never -3 texts|receive",
    "not|never more? me? me? send|text !others !me? ~4 when|matter",
    "unsubscribe",
    "remove ~2 me",
    "remove ~3 list|number",
    "remove -2 texts",
    "list|number -3 remove",
    "take -3 me|number -3 off courtesy? courtesy? $",
    "take -3 me|my|number ~3 off ~4 list|texts|text",
    "take off ~2 me|number ~2 list",
    "me|my|number|want ~2 off ~3 list|texts",
    "take ~1 off ~3 list|texts",
    "take|cease|want off ~2 texts",
    "withdraw ~3 consent|texts",
    "take -2 consent",
    "texts -2 not me? interest",
    "texts -1 interest me? not",
    "said|asked others -1 of cease",
    "leave me be",
    "withdraw ~5 my number|list",
    "consent ~3 withdraw",
    "no|not|never|didNot ~4 consent",
    "never ~2 asked",
    "not|never|didNot -1 signed",
    "^ courtesy? no|not of? more? texts courtesy|of|my|article|number* $",
    "want|asked|please -2 remove courtesy? $",
    "remove|take ~1 my called",
    "not|didNot me? asked ~4 texts|text|send|receive",
    "leave -4 alone",
    "alone -1 leave",
    "insult",
    "shove courtesy? off",
    "threat ~8 texts|text|send|more|continue",
    "texts|text|send|more|continue ~8 threat",
    "report",
    "opt me? off",
  ],
  of: {
    french: [
      "take ~3 list|number",
      "noMore of? texts",
      "send|text|call me? noMore !of",
      "want -1 noMore ~3 send|text|texts|receive",
      "noMore me? me? be? send|receive|call",
    ],
    german: verbLast,
    dutch: verbLast,
    portuguese: ["me remove|take", "take ~1 me|my ~2 list|number"],
    spanish: ["me -2 remove", "take ~3 list|number"],
    italian: ["me -1 remove", "take ~3 list|number"],
    polish: ["take ~3 list|number"],
  },
};

/** In German, each noun has a capital letter, so that only elsewhere it shows a name. */
const capitalNames: readonly Rule[] = [
  "here -3 no|not|never -3 capital",
  "no|not|never -3 capital -2 here",
  "be no article? capital",
  "wrong capital",
];

export const wrongNumbers: Rules = {
  all: [
    "wrong ~2 number|person",
    "number|person -2 wrong",
    "not be article? title|name|capital",
    "be not be? article? title|name|capital",
    "be no article? title|name",
    "wrong name",
    "not|isNot article? right number|person",
    "not be not article? title|name|capital",
    "newly -2 received|get my|article number",
    "isNot article? title|name|capital",
    "^ not name|capital $",
    "called -1 not -1 name|capital",
    "not me? called",
    "here -3 no|not|never -3 title|name",
    "no|not -3 title|name -2 here",
    "no|not -4 called",
    "no title|name $",
    "nobody -4 called|title|name",
    "no|not -1 know -2 title|name|capital|called|no|nobody",
    "know -1 no|nobody|not -2 title|name|called|capital|person",
    "number -4 belong",
    "belong -3 number",
    "number -2 mine",
    "mine -1 my number",
    "no|not|never|didNot|more|noMore -3 use -2 number",
    "didNot -1 have my number",
    "not be article? right? person",
    "be not article? right? person",
    "use -2 number -1 not|more",
    "not be more? article? my? number",
    "^ not article? my? number",
    "not be more? article? right|his? number",
    "no -1 person -3 number",
    "not|no|didNot -2 live -1 here",
    "live -1 here -1 not",
    "here -1 not live",
    "^ not article? right? person",
    "be not more? article? my? number",
    "isNot -1 number",
    "no|not|isNot|more -3 title|name|capital -1 number",
    "number -2 not be more? of|his",
    "number -1 be not more? of|his",
    "number -1 more not be",
    "meant ~4 person",
    "not|isNot -1 meant -1 me",
    "texts|text -3 not -2 of me",
    "person -3 meant",
    "be title|name|capital capital? not",
    "be|need|have article? more|person person",
    "misdialled",
  ],
  of: {
    english: capitalNames,
    french: [...capitalNames, "not of title|name|capital", "be noMore article? title? number"],
    spanish: capitalNames,
    italian: capitalNames,
    portuguese: capitalNames,
    dutch: capitalNames,
    polish: capitalNames,
  },
};
