/** Lists what people type for a word that products here have, often their category or animal. */
const typedFor: Readonly<Record<string, string>> = {
  food: 'kibble kibbles pellet pellets meal meals',
  treats: 'biscuit biscuits cookie cookies snack snacks',
  toys: 'scratcher scratchers scratching teaser squeaky',
  beds: 'cushion cushions basket crate kennel',
  leads: 'leash leashes',
  litter: 'sand',
  grooming: 'comb combs soap bath',
  parasites: 'tick ticks fleas lice mite mites',
  worming: 'deworm deworming dewormer dewormers worms',
  skin: 'itch itching itchy allergy allergies rash',
  joints: 'arthritis hip hips limping',
  digestion: 'diarrhoea diarrhea vomiting',
  supplements: 'vitamin vitamins multivitamin calcium',
  wounds: 'bandage antiseptic cut cuts',
  dog: 'doggy doggo kutta कुत्ता कुत्ते',
  cat: 'kitty billi बिल्ली',
  puppy: 'pup pups',
}

const meant = new Map(
  Object.entries(typedFor).flatMap(([word, typed]) => typed.split(' ').map((one) => [one, word] as const)),
)

/** Returns the word of the catalogue for a folded word that somebody searches by; undefined for most. */
export const synonymOf = (word: string): string | undefined => meant.get(word)
