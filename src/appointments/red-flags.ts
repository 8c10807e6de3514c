/** Signs that can't wait for a video call, each with the words that people use for it. */
const signs: readonly { sign: string; words: RegExp }[] = [
  {
    sign: 'trouble breathing',
    words:
      /(?:can'?t|cannot|unable to|not|trouble|difficulty|hard|struggl\w*|short\w*)\s(?:\w+\s){0,2}breath\w*|\bbreath(?:e|es|ing)\s(?:\w+\s){0,2}(?:trouble|problems?|difficult\w*|heav\w+|fast|hard|issues?)|breathless|gasping|chok(?:e|ed|es|ing)\b|blue (?:gums|tongue|lips)/,
  },
  {
    sign: 'a seizure',
    words: /\bseizures?\b|\bseizing\b|\bfits\b|\b(?:had|has|having) (?:a|another) fit\b|convuls\w+/,
  },
  {
    sign: 'collapse',
    words: /collaps\w+|unconscious|unresponsive|faint(?:ed|s|ing)|can'?t (?:stand|get up)/,
  },
  {
    sign: 'poison',
    words:
      /poison\w*|rat ?bait|antifreeze|\b(?:ate|eaten|eating|swallowed|licked) (?:\w+\s){0,5}(?:chocolates?|grapes|raisins|xylitol|pills|medicines?|tablets|battery|batteries)/,
  },
  {
    sign: 'heavy bleeding',
    words:
      /(?:heav\w+|lot of|won'?t stop|not stop\w*|profuse\w*)\s(?:\w+\s){0,2}ble?e?d\w*|bleed\w*\s(?:\w+\s){0,2}(?:heavily|a lot|badly|won'?t stop|doesn'?t stop|non-?stop)|(?:lot of|lots of|so much) blood|blood everywhere/,
  },
  {
    sign: 'no urine',
    words:
      /(?:can'?t|cannot|unable to|not able to|hasn'?t|not|no|straining to)\s(?:\w+\s){0,2}(?:pee\w*|urin\w+|wee\b)/,
  },
  { sign: 'a snake bite', words: /snake ?bit\w*|bitten by a snake/ },
  { sign: 'bloat', words: /\bbloat\w*|(?:retch|gag)\w*\s(?:\w+\s){0,3}nothing/ },
  { sign: 'heat stroke', words: /heat ?stroke|sunstroke/ },
  {
    sign: 'an accident',
    words:
      /(?:hit|run over|knocked down) by (?:a|the) (?:car|bike|bus|truck|scooter|auto|vehicle)|fell from (?:the|a) (?:balcony|roof|window|terrace)/,
  },
]

/** Returns the first sign in a text that a vet should see now, or null. It only offers help and blocks nothing. */
export function redFlagIn(text: string): string | null {
  const plain = text.toLowerCase().replaceAll('’', "'").replace(/\s+/g, ' ')
  return signs.find(({ words }) => words.test(plain))?.sign ?? null
}
