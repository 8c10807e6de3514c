import type { PetStatus, Sex, Species, Temperament } from '#/pets/rules.ts'

export type DemoPet = {
  slug: string
  name: string
  species: Species
  breed: string
  sizeLbs: number
  /** Has its own portrait; other pets show their species' drawing. */
  isDrawn?: true
  isMixed?: boolean
  sex?: Sex
  /** The age on the day of seeding; `about` if the birthday is unknown. */
  age?: { days: number; about?: boolean }
  isNeutered?: boolean
  microchip?: string
  temperament?: Temperament[]
  goodWith?: { dogs?: boolean; cats?: boolean; children?: boolean }
  notes?: Partial<
    Record<
      | 'colour'
      | 'allergies'
      | 'conditions'
      | 'medicines'
      | 'vet_name'
      | 'vet_phone'
      | 'insurance_policy_number'
      | 'feeding_notes'
      | 'toilet_notes'
      | 'walk_notes'
      | 'fear_notes',
      string
    >
  >
  vaccinations?: { name: string; daysAgo: number; dueInDays?: number }[]
  status?: PetStatus
}

export type DemoOwner = {
  slug: string
  name: string
  phone?: string
  /** The city where they live and see vets. */
  city: string
  pets: DemoPet[]
}

export const demoOwners: DemoOwner[] = [
  {
    slug: 'asha-verma',
    name: 'Asha Verma',
    city: 'Bengaluru',
    phone: '+919845000101',
    pets: [
      {
        slug: 'bruno',
        name: 'Bruno',
        species: 'dog',
        breed: 'Labrador Retriever',
        sizeLbs: 68.3,
        isDrawn: true,
        sex: 'male',
        age: { days: 1700 },
        isNeutered: true,
        microchip: '956000012345678',
        temperament: ['playful', 'energetic', 'friendly'],
        goodWith: { dogs: true, cats: false, children: true },
        notes: {
          colour: 'Golden, with a small white star on the chest and a nick in the left ear',
          allergies: 'Chicken: his skin itches for days',
          conditions: 'Mild hip dysplasia since he was three',
          medicines: 'Glucosamine, one tablet with breakfast',
          vet_name: 'Dr. Meera Iyer',
          vet_phone: '+91 80 4000 1234',
          insurance_policy_number: 'PET-2025-004711',
          feeding_notes: '250 g of fish and rice at 7:30 and 18:30.\nNever chicken, never cooked bones.',
          toilet_notes: 'Asks at the door; always right after meals.',
          walk_notes:
            'Twice a day, 40 minutes. Pulls until the first corner. Front-clip harness hangs by the door.',
          fear_notes: 'Fireworks. The bathroom with the light on and a blanket calms him.',
        },
        vaccinations: [
          { name: 'Rabies', daysAgo: 350, dueInDays: 15 },
          { name: 'DHPPi', daysAgo: 350, dueInDays: 15 },
          { name: 'Leptospirosis', daysAgo: 120, dueInDays: 245 },
          { name: 'Rabies', daysAgo: 715, dueInDays: -350 },
        ],
      },
      {
        slug: 'coco',
        isDrawn: true,
        name: 'Coco',
        species: 'dog',
        breed: 'Beagle',
        sizeLbs: 24.2,
        sex: 'female',
        age: { days: 1100, about: true },
        isNeutered: true,
        temperament: ['curious', 'noisy'],
        notes: { feeding_notes: 'Eats whatever she finds: keep the bin closed.' },
        vaccinations: [{ name: 'Rabies', daysAgo: 390, dueInDays: -25 }],
      },
      {
        slug: 'simba',
        name: 'Simba',
        species: 'cat',
        breed: 'Indian domestic',
        sizeLbs: 10.4,
        isDrawn: true,
        sex: 'male',
        age: { days: 200 },
        vaccinations: [{ name: 'FVRCP', daysAgo: 60, dueInDays: 305 }],
      },
    ],
  },
  {
    slug: 'ravi-kumar',
    name: 'Ravi Kumar',
    city: 'Bengaluru',
    phone: '+919845000102',
    pets: [
      {
        slug: 'tiger',
        isDrawn: true,
        name: 'Tiger',
        species: 'dog',
        breed: 'Indie',
        sizeLbs: 40.1,
        sex: 'male',
        age: { days: 2600, about: true },
        temperament: ['protective', 'may_bite'],
        goodWith: { dogs: false },
        notes: { walk_notes: 'Muzzle at the gate, please: he is afraid of scooters.' },
        vaccinations: [{ name: 'Rabies', daysAgo: 100, dueInDays: 265 }],
      },
      {
        slug: 'luna',
        isDrawn: true,
        name: 'Luna',
        species: 'cat',
        breed: 'Persian',
        sizeLbs: 8.8,
        sex: 'female',
        age: { days: 900 },
        isNeutered: true,
        notes: { conditions: 'Tear ducts: wipe her eyes every morning' },
      },
      { slug: 'misty', name: 'Misty', species: 'cat', breed: 'Grey domestic', sizeLbs: 9.5, isDrawn: true },
      {
        slug: 'moti',
        name: 'Moti',
        species: 'dog',
        breed: 'Indian Spitz',
        sizeLbs: 15.4,
        sex: 'male',
        age: { days: 3300 },
        notes: { conditions: 'Lives with my parents in Mysuru now' },
        status: 'archived',
      },
    ],
  },
  {
    slug: 'zoya-ali',
    name: 'Zoya Ali',
    city: 'Bengaluru',
    phone: '+919845000103',
    pets: [
      {
        slug: 'mithu',
        name: 'Mithu',
        species: 'bird',
        breed: 'Rose-ringed parakeet',
        sizeLbs: 0.3,
        isDrawn: true,
        age: { days: 4000, about: true },
        temperament: ['noisy', 'curious'],
        notes: { feeding_notes: 'Seeds in the morning, guava at four. Talks when he is hungry.' },
      },
      {
        slug: 'snowy',
        name: 'Snowy',
        species: 'rabbit',
        breed: 'New Zealand White',
        sizeLbs: 7.7,
        isDrawn: true,
        sex: 'female',
        age: { days: 500 },
      },
    ],
  },
  {
    slug: 'meghna-hegde',
    name: 'Meghna Hegde',
    city: 'Bengaluru',
    pets: [{ slug: 'raja', name: 'Raja', species: 'dog', breed: 'Indian Spitz', sizeLbs: 17.6 }],
  },
  {
    slug: 'neha-kapoor',
    name: 'Neha Kapoor',
    city: 'Mumbai',
    pets: [
      { slug: 'mishti', name: 'Mishti', species: 'cat', breed: 'Indian domestic', sizeLbs: 7.9 },
      { slug: 'billu', name: 'Billu', species: 'cat', breed: 'Ginger domestic', sizeLbs: 11.2 },
    ],
  },
  {
    slug: 'farhan-merchant',
    name: 'Farhan Merchant',
    city: 'Mumbai',
    pets: [
      { slug: 'sheru', name: 'Sheru', species: 'dog', breed: 'Indie', sizeLbs: 44.5 },
      { slug: 'noor', name: 'Noor', species: 'cat', breed: 'Siamese', sizeLbs: 8.4 },
    ],
  },
  {
    slug: 'divya-raman',
    name: 'Divya Raman',
    city: 'Hyderabad',
    pets: [{ slug: 'pepper', name: 'Pepper', species: 'dog', breed: 'Cocker Spaniel', sizeLbs: 28.7 }],
  },
  {
    slug: 'joseph-mathew',
    name: 'Joseph Mathew',
    city: 'Hyderabad',
    pets: [{ slug: 'rocky', name: 'Rocky', species: 'dog', breed: 'Boxer', sizeLbs: 61.7 }],
  },
  {
    slug: 'kiran-joshi',
    name: 'Kiran Joshi',
    city: 'Pune',
    pets: [{ slug: 'rio', name: 'Rio', species: 'bird', breed: 'Alexandrine parakeet', sizeLbs: 0.6 }],
  },
  {
    slug: 'aarav-malhotra',
    name: 'Aarav Malhotra',
    city: 'New Delhi',
    pets: [{ slug: 'oscar', name: 'Oscar', species: 'dog', breed: 'Labrador Retriever', sizeLbs: 70.5 }],
  },
  {
    slug: 'sunita-das',
    name: 'Sunita Das',
    city: 'New Delhi',
    pets: [
      { slug: 'laddoo', name: 'Laddoo', species: 'dog', breed: 'Pug', sizeLbs: 18.1 },
      { slug: 'mili', name: 'Mili', species: 'cat', breed: 'Indian domestic', sizeLbs: 8.2 },
    ],
  },
]
