/**
 * Signs that can't wait for a video call, each with the words that people use for it: in English with its usual slips of
 * the keyboard, in Hindi, and in Hindi in Latin letters.
 */
const signs: readonly { sign: string; words: RegExp }[] = [
  {
    sign: 'trouble breathing',
    words:
      /(?:can'?t|cannot|unable to|not|trouble|difficult\w*|dificulty|hard|struggl\w*|short\w*)\s(?:\w+\s){0,2}bre(?:a|e)?th\w*|\bbre(?:a|e)?th(?:e|es|i?ng)\s(?:\w+\s){0,2}(?:trouble|problems?|prob\b|difficult\w*|heav\w+|fast|hard|issues?)|breathless|gasping|chok(?:e|ed|es|ing)\b|blue (?:gums|tongue|lips)|\bsaa?ns\s(?:\w+\s){0,3}(?:nahi\w*|nhi|takl\w+|dikkat|phool|phul|ruk)|सा[ंँ]स\s(?:\S+\s){0,3}(?:नहीं|तकलीफ|दिक्कत|फूल|रुक)|दम घुट/u,
  },
  {
    sign: 'a seizure',
    words:
      /\bs(?:ei|ie|ee)z(?:ure|er|ures|ers)\b|\bseizing\b|\bfits\b|\b(?:had|has|having) (?:a|another) fit\b|convul[st]\w+|epilep\w+|\bmirgi\b|\bdaur[ae]\b (?:pad|aa?y|aa?)|मिर्गी|दौर[ाे] (?:पड़|पड|आ)/u,
  },
  {
    sign: 'collapse',
    words:
      /coll?aps\w+|uncon[sc]\w*ous|unresponsive|faint(?:ed|s|ing)|can'?t (?:stand|get up)|\bbe?hosh\b|बेहोश|उठ नहीं|खड़[ाी] नहीं/u,
  },
  {
    sign: 'poison',
    words:
      /pois[oe]n\w*|rat ?(?:bait|kill)|antifreeze|\b(?:ate|eaten|eating|swallowed|licked) (?:\w+\s){0,5}(?:choco?lates?|chocolat|grapes|raisins|xylitol|pills|medicines?|tablets|battery|batteries)|\bz[ae]h[ae]r\b|\bjahar\b|[जज़]़?हर|चॉकलेट खा|दवा(?:ई|इयाँ|इयां)? खा ली/u,
  },
  {
    sign: 'heavy bleeding',
    words:
      /(?:heav\w+|lot of|won'?t stop|not stop\w*|profuse\w*)\s(?:\w+\s){0,2}ble?e?d\w*|bl(?:ee|e|ea)d\w*\s(?:\w+\s){0,2}(?:heavily|a lot|badly|won'?t stop|doesn'?t stop|not stop\w*|non-?stop)|(?:lot of|lots of|so much) blood|blood everywhere|\bkh?oo?n\s(?:\w+\s){0,3}(?:beh|bah|nikal|ruk|band)|खून\s(?:\S+\s){0,3}(?:बह|निकल|रुक|बंद)/u,
  },
  {
    sign: 'no urine',
    words:
      /(?:can'?t|cannot|unable to|not able to|hasn'?t|not|no|straining to)\s(?:\w+\s){0,2}(?:pee\w*|urin\w+|wee\b)|(?:peshab|peshaab|susu|toilet)\s(?:\w+\s){0,2}(?:nahi\w*|nhi|ruk|band)|(?:पेशाब|सुसु)\s(?:\S+\s){0,2}(?:नहीं|रुक|बंद)/u,
  },
  {
    sign: 'a snake bite',
    words: /snake ?bit\w*|bitten by a snake|\bsaa?mp ne\b|\bsaa?np ne\b|सा[ंँ]प (?:ने|के) काट/u,
  },
  { sign: 'bloat', words: /\bbloat\w*|(?:retch|gag)\w*\s(?:\w+\s){0,3}nothing|पेट फूल|\bpet phool/u },
  { sign: 'heat stroke', words: /heat ?stroke|sunstroke|लू लग|\bloo lag/u },
  {
    sign: 'an accident',
    words:
      /(?:hit|run over|knocked down) by (?:a|the) (?:car|bike|bus|truck|scooter|auto|vehicle)|fell from (?:the|a) (?:balcony|roof|window|terrace)|\baccident ho ga|एक्सीडेंट|(?:गाड़ी|कार|बाइक|स्कूटर|ट्रक|बस) (?:ने|से) (?:टक्कर|मार|कुचल)|(?:छत|बालकनी|खिड़की) से गिर/u,
  },
]

/** Returns the first sign in a text that a vet should see now, or null. It only offers help. */
export function redFlagIn(text: string): string | null {
  const plain = text.normalize('NFC').toLowerCase().replaceAll('’', "'").replace(/\s+/g, ' ')
  return signs.find(({ words }) => words.test(plain))?.sign ?? null
}
