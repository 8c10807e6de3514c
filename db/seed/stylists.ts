import type { ClockTime } from '#/kernel/time.ts'
import type { Service } from '#/styling/rules.ts'
import type { StylistInput } from '#/styling/server/styling.factory.ts'

/** Days are counted from the day of seeding. */
export type DemoStylist = Omit<StylistInput, 'userId' | 'holidays' | 'fullName' | 'hourlyRate'> & {
  slug: string
  fullName: string
  hourlyRate: number
  daysOff?: { fromDay: number; toDay: number; reason: string }[]
}

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const
const tea = [{ start: '13:00', end: '14:00', reason: 'Lunch' }]

export const demoStylists: readonly DemoStylist[] = [
  {
    slug: 'farah-khan',
    fullName: 'Farah Khan',
    location: 'Greater Kailash, New Delhi',
    hourlyRate: 80_000,
    yearsExperience: 5,
    specializations: ['Full Grooming', 'Bath & Brush', 'Nail Trimming', 'De-shedding'],
    maxPets: 3,
    bio: 'Calm hands and a quiet dryer. Long coats are my favourite.',
    verificationStatus: 'verified',
    hours: [
      {
        days: ['tuesday', 'wednesday', 'thursday', 'friday', 'saturday'],
        start: '10:00',
        end: '18:00',
        breaks: tea,
      },
    ],
  },
  {
    slug: 'nisha-pinto',
    fullName: 'Nisha Pinto',
    location: 'Indiranagar, Bengaluru',
    hourlyRate: 90_000,
    yearsExperience: 11,
    specializations: [
      'Full Grooming',
      'Hair Cutting',
      'Bath & Brush',
      'Nail Trimming',
      'Ear Cleaning',
      'Teeth Cleaning',
    ],
    bio: 'Scissors before clippers, breaks before tantrums. Nervous dogs get the first hour of the day, when the salon is empty.',
    verificationStatus: 'verified',
    hours: [{ days: [...weekdays, 'saturday'], start: '09:00', end: '17:00', breaks: tea }],
    daysOff: [{ fromDay: 15, toDay: 16, reason: 'Grooming championship' }],
  },
  {
    slug: 'manoj-shetty',
    fullName: 'Manoj Shetty',
    location: 'Jayanagar, Bengaluru',
    hourlyRate: 60_000,
    yearsExperience: 3,
    specializations: ['Bath & Brush', 'Nail Trimming', 'De-shedding', 'Flea Treatment'],
    bio: 'Big dogs, big tub. I weigh less than most of my customers.',
    hours: [{ days: weekdays, start: '11:00', end: '20:00', slotMinutes: 90 }],
  },
  {
    slug: 'pooja-salvi',
    fullName: 'Pooja Salvi',
    location: 'Andheri East, Mumbai',
    comesToOwner: true,
    hourlyRate: 110_000,
    yearsExperience: 8,
    specializations: ['Full Grooming', 'Bath & Brush', 'Nail Trimming', 'Ear Cleaning'],
    bio: 'I bring the table, the towels and the dryer to your home in Mumbai. Cats stay where they are happiest.',
    verificationStatus: 'verified',
    hours: [{ days: [...weekdays, 'saturday', 'sunday'], start: '10:00', end: '19:00', slotMinutes: 90 }],
  },
  {
    slug: 'ishaan-mehta',
    fullName: 'Ishaan Mehta',
    location: 'Bandra West, Mumbai',
    hourlyRate: 130_000,
    yearsExperience: 14,
    specializations: ['Full Grooming', 'Hair Cutting', 'Teeth Cleaning'],
    bio: 'Breed cuts by the book, or the teddy bear from the photo you saved. Both are fine.',
    hours: [{ days: weekdays, start: '09:00', end: '18:00', breaks: tea }],
    daysOff: [{ fromDay: 4, toDay: 5, reason: 'Salon closed for painting' }],
  },
  {
    slug: 'sravani-rao',
    fullName: 'Sravani Rao',
    location: 'Banjara Hills, Hyderabad',
    hourlyRate: 75_000,
    yearsExperience: 6,
    specializations: ['Full Grooming', 'Bath & Brush', 'De-shedding', 'Ear Cleaning', 'Flea Treatment'],
    bio: 'Itchy skin, summer coats and ears that smell. You get a note of all I saw.',
    verificationStatus: 'verified',
    hours: [{ days: [...weekdays, 'saturday'], start: '10:00', end: '18:00', breaks: tea }],
  },
  {
    slug: 'omkar-patil',
    fullName: 'Omkar Patil',
    location: 'Koregaon Park, Pune',
    hourlyRate: 70_000,
    yearsExperience: 4,
    specializations: ['Bath & Brush', 'Nail Trimming', 'Hair Cutting', 'Teeth Cleaning'],
    bio: 'One pet at a time, door closed, music low.',
    hours: [{ days: [...weekdays, 'saturday'], start: '12:00', end: '20:00' }],
  },
  {
    slug: 'gurleen-kaur',
    fullName: 'Gurleen Kaur',
    location: 'Saket, New Delhi',
    hourlyRate: 100_000,
    yearsExperience: 9,
    specializations: ['Full Grooming', 'Hair Cutting', 'Nail Trimming', 'De-shedding', 'Flea Treatment'],
    bio: 'Persian cats and poodles. Mats come out without tears, or we take the coat short and start again.',
    verificationStatus: 'verified',
    hours: [{ days: ['monday', 'wednesday', 'friday', 'sunday'], start: '09:00', end: '15:00' }],
  },
]

type StoryPet = { pet: string; service: Service; coatNotes?: string; biteNotes?: string }

export type PastStyling = {
  stylist: string
  owner: string
  pets: StoryPet[]
  daysAgo: number
  at: ClockTime
  end: 'completed' | 'no_show' | 'cancelled'
  /** The owner's home, where the stylist comes. */
  address?: string
  stars?: number
  feedback?: string
}

export const pastStylings: readonly PastStyling[] = [
  {
    stylist: 'nisha-pinto',
    owner: 'asha-verma',
    daysAgo: 9,
    at: '10:00',
    end: 'completed',
    pets: [
      { pet: 'bruno', service: 'Bath & Brush' },
      {
        pet: 'coco',
        service: 'Nail Trimming',
        biteNotes: 'Snapped at the clippers last year, nobody was hurt',
      },
    ],
    stars: 5,
    feedback: 'Two dogs in, two dogs out, and both still liked her.',
  },
  {
    stylist: 'nisha-pinto',
    owner: 'ravi-kumar',
    daysAgo: 23,
    at: '09:00',
    end: 'completed',
    pets: [{ pet: 'luna', service: 'Full Grooming', coatNotes: 'Knots under the arms' }],
    stars: 5,
    feedback: 'Luna let her cut every knot.',
  },
  {
    stylist: 'manoj-shetty',
    owner: 'meghna-hegde',
    daysAgo: 30,
    at: '14:00',
    end: 'completed',
    pets: [{ pet: 'raja', service: 'De-shedding' }],
    stars: 4,
    feedback: 'We could have filled a pillow.',
  },
  {
    stylist: 'pooja-salvi',
    owner: 'neha-kapoor',
    daysAgo: 14,
    at: '13:00',
    end: 'completed',
    address: '12 Hill Road, Bandra, Mumbai',
    pets: [
      { pet: 'mishti', service: 'Nail Trimming' },
      { pet: 'billu', service: 'Bath & Brush' },
    ],
    stars: 5,
    feedback: 'No carrier, no car, no crying.',
  },
  {
    stylist: 'sravani-rao',
    owner: 'divya-raman',
    daysAgo: 18,
    at: '15:00',
    end: 'completed',
    pets: [{ pet: 'pepper', service: 'Ear Cleaning' }],
    stars: 4,
  },
  {
    stylist: 'farah-khan',
    owner: 'sunita-das',
    daysAgo: 6,
    at: '11:00',
    end: 'no_show',
    pets: [{ pet: 'laddoo', service: 'Full Grooming' }],
  },
  {
    stylist: 'omkar-patil',
    owner: 'kiran-joshi',
    daysAgo: 4,
    at: '16:00',
    end: 'cancelled',
    pets: [{ pet: 'rio', service: 'Nail Trimming' }],
  },
]

export type NextStyling = {
  stylist: string
  owner: string
  pets: StoryPet[]
  /** Indexes of the stylist's open day and of its free slot. */
  day: number
  slot: number
  hoursAgo: number
  reason: string | null
}

export const nextStylings: readonly NextStyling[] = [
  {
    stylist: 'nisha-pinto',
    owner: 'asha-verma',
    day: 2,
    slot: 1,
    hoursAgo: 26,
    pets: [
      { pet: 'coco', service: 'Full Grooming', coatNotes: 'Sheds a lot just now' },
      { pet: 'simba', service: 'Nail Trimming', biteNotes: 'Scratches when his paws are held' },
    ],
    reason: 'A wedding on Sunday: please no perfume, Simba sneezes.',
  },
  {
    stylist: 'nisha-pinto',
    owner: 'ravi-kumar',
    day: 1,
    slot: 0,
    hoursAgo: 50,
    reason: null,
    pets: [{ pet: 'tiger', service: 'Bath & Brush', biteNotes: 'Muzzle, please' }],
  },
  {
    stylist: 'nisha-pinto',
    owner: 'zoya-ali',
    day: 1,
    slot: 2,
    hoursAgo: 7,
    reason: null,
    pets: [{ pet: 'snowy', service: 'Nail Trimming' }],
  },
  {
    stylist: 'ishaan-mehta',
    owner: 'farhan-merchant',
    day: 1,
    slot: 3,
    hoursAgo: 31,
    reason: null,
    pets: [{ pet: 'sheru', service: 'Hair Cutting', coatNotes: 'Never been cut before' }],
  },
]
