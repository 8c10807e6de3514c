import type { DrawingName } from '#/kernel/web/Drawing.tsx'

export type Card = {
  name: string
  /** Its page; until that is built, the card says it's coming. */
  path: string
  /** For cards half as wide as a phone. */
  nameOnPhone?: string
  drawing: DrawingName
  line: string
  /** Shown in the dialog on phones. */
  details: readonly string[]
}

export const whatWeOffer: readonly Card[] = [
  {
    name: 'Pet Sitting',
    path: '/services/book-pet-sitter',
    drawing: 'pet-sitting',
    line: 'A sitter nearby looks after your pet, overnight or for the day.',
    details: [
      'Hostel stays and day care',
      'Prices per hour, shown before you ask',
      'Reviews only from real stays',
    ],
  },
  {
    name: 'Pet Styling',
    path: '/services/book-a-stylist',
    drawing: 'pet-styling',
    line: 'Baths, trims and nails by stylists who take their time.',
    details: ['Full grooming or a single service', 'Free times at a glance', 'At home or in the salon'],
  },
  {
    name: 'Pet Training',
    path: '/services/book-a-trainer',
    drawing: 'pet-training',
    line: 'Patient trainers for puppies, old habits and everything in between.',
    details: [
      'In person or online',
      'Obedience, agility, house training and more',
      'One clear price per session',
    ],
  },
  {
    name: 'Dog Walking',
    path: '/services/book-pet-sitter/dog-walking',
    drawing: 'dog-walking',
    line: 'Daily walks with someone your dog is happy to see.',
    details: ['One walk or the same days every week', 'Times that suit your day', 'A note after every walk'],
  },
  {
    name: 'Veterinary Care',
    path: '/services/book-a-vet',
    drawing: 'veterinary-care',
    line: 'Find a vet, see the free times and book your visit.',
    details: ['Licences checked before a vet is listed', 'Fees shown up front', 'Cancel from your phone'],
  },
  {
    name: 'Pet Merchandise',
    path: '/merchandise',
    drawing: 'pet-merchandise',
    line: 'Food, beds, leads and toys, delivered to your door.',
    details: ['Everyday food and treats', 'Beds, bowls, leads and carriers', 'Toys that last'],
  },
]

export const specialFeatures: readonly Card[] = [
  {
    name: 'Pawfect Match',
    path: '/pawfectmatch',
    drawing: 'pawfect-match',
    line: 'Meet pets nearby who would love to play with yours.',
    details: ['Matches by size, age and energy', 'Your address stays yours', 'Chat once both sides agree'],
  },
  {
    name: 'Become A Pet Parent',
    path: '/become-pet-parent',
    nameOnPhone: 'Future Parent',
    drawing: 'become-pet-parent',
    line: 'Find an animal waiting for a home like yours.',
    details: [
      'Honest descriptions from the people who care for them',
      'Meet before you decide',
      'No payment to strangers',
    ],
  },
  {
    name: 'Pet Pharmacy',
    path: '/pharmacy',
    drawing: 'pet-pharmacy',
    line: 'Medicines checked by a pharmacist before they ship.',
    details: [
      'Send a prescription with your order',
      'A pharmacist reads every one',
      'Reminders before it runs out',
    ],
  },
  {
    name: 'Pet Insurance',
    path: '/insurance',
    drawing: 'pet-insurance',
    line: 'Compare plans in plain words, exclusions first.',
    details: ['Plans side by side', 'Waiting periods and limits up front', 'Claims you can follow'],
  },
]

export const emergency: Card = {
  name: 'Emergency',
  path: '/emergency-services',
  drawing: 'emergency',
  line: 'When it can’t wait: who’s open, where to go and what to do until then.',
  details: ['24/7 care', 'Shelters', 'Rescue'],
}

/** The trades named on the first page, in its words. */
export const trades = [
  { one: 'a vet', many: 'vets', path: '/services/book-a-vet' },
  { one: 'a sitter', many: 'sitters', path: '/services/book-pet-sitter' },
  { one: 'a trainer', many: 'trainers', path: '/services/book-a-trainer' },
  { one: 'a stylist', many: 'stylists', path: '/services/book-a-stylist' },
] as const
