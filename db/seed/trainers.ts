import type { ClockTime } from '#/kernel/time.ts'
import type { SessionType, Specialization } from '#/training/rules.ts'
import type { TrainerInput } from '#/training/server/training.factory.ts'

export type DemoTrainer = Omit<TrainerInput, 'userId' | 'imageUrl'> & { slug: string; fullName: string }

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const
const teaches = (...specializations: Specialization[]) => specializations

export const demoTrainers: readonly DemoTrainer[] = [
  {
    slug: 'maya-dsouza',
    fullName: 'Maya D’Souza',
    location: 'Koregaon Park, Pune',
    hourlyRate: 90_000,
    yearsExperience: 9,
    specializations: teaches('Puppy Training', 'Obedience Training', 'Socialization'),
    offersOnline: true,
    bio: 'No shouting, no collars that hurt. Short lessons that fit into a day.',
    hours: [
      {
        days: weekdays,
        start: '09:00',
        end: '18:00',
        breaks: [{ start: '13:00', end: '14:00', reason: 'Lunch' }],
      },
      { days: ['saturday'], start: '10:00', end: '14:00' },
    ],
  },
  {
    slug: 'om-prakash',
    fullName: 'Om Prakash',
    location: 'Indiranagar, Bengaluru',
    hourlyRate: 80_000,
    yearsExperience: 12,
    specializations: teaches('Obedience Training', 'Behavioral Modification', 'House Training'),
    offersOnline: true,
    bio: 'Twelve years with dogs that bark, pull and jump. We practise where it happens: at your door and in your street.',
  },
  {
    slug: 'ritu-bhatia',
    fullName: 'Ritu Bhatia',
    location: 'Whitefield, Bengaluru',
    hourlyRate: 65_000,
    yearsExperience: 4,
    specializations: teaches('Agility Training', 'Trick Training'),
    bio: 'Jumps, tunnels and a lot of cheese. For dogs with too many ideas.',
    hours: [{ days: ['tuesday', 'thursday', 'saturday', 'sunday'], start: '09:00', end: '12:30' }],
  },
  {
    slug: 'sameer-kazi',
    fullName: 'Sameer Kazi',
    location: 'Bandra, Mumbai',
    hourlyRate: 120_000,
    yearsExperience: 15,
    specializations: teaches('Behavioral Modification', 'Socialization', 'Service Dog Training'),
    offersOnline: true,
    verificationStatus: 'verified',
    refundPolicy: 'moderate',
    bio: 'For dogs that are afraid or angry. The first session is mostly listening, to you and to them.',
    hours: [{ days: weekdays, start: '10:00', end: '19:00' }],
  },
  {
    slug: 'alka-jadhav',
    fullName: 'Alka Jadhav',
    location: 'Powai, Mumbai',
    hourlyRate: 70_000,
    yearsExperience: 6,
    specializations: teaches('Puppy Training', 'House Training'),
    offersInPerson: false,
    offersOnline: true,
    refundPolicy: 'flexible',
    bio: 'The first weeks at home, one small thing a day. We meet online only, so your puppy learns where it lives.',
  },
  {
    slug: 'vikrant-rao',
    fullName: 'Vikrant Rao',
    location: 'Banjara Hills, Hyderabad',
    hourlyRate: 75_000,
    yearsExperience: 8,
    specializations: teaches('Obedience Training', 'Agility Training', 'Trick Training'),
    offersOnline: true,
    bio: 'Training is a game that both of you win.',
    hours: [{ days: [...weekdays, 'saturday'], start: '09:00', end: '13:00' }],
  },
  {
    slug: 'jasleen-gill',
    fullName: 'Jasleen Gill',
    location: 'Hauz Khas, New Delhi',
    hourlyRate: 85_000,
    yearsExperience: 7,
    specializations: teaches('Socialization', 'Puppy Training', 'Obedience Training'),
    bio: 'Small groups in the park for dogs, and single lessons for the shy ones.',
    hours: [
      { start: '09:00', end: '12:00' },
      { days: weekdays, start: '16:00', end: '20:00' },
    ],
  },
  {
    slug: 'tenzin-dolma',
    fullName: 'Tenzin Dolma',
    location: 'Hauz Khas, New Delhi',
    comesToOwner: true,
    hourlyRate: 60_000,
    yearsExperience: 3,
    specializations: teaches('Trick Training', 'House Training', 'Behavioral Modification'),
    offersOnline: true,
    bio: 'I come to you anywhere in New Delhi, or we meet online. Cats and parrots too.',
  },
]

export type DemoSession = {
  trainer: string
  owner: string
  pet: string
  sessionType: SessionType
  /** Days from the day of seeding; a day off moves it to the next working day further away. */
  inDays: number
  at: ClockTime
  minutes: number
  status: 'completed' | 'confirmed' | 'cancelled' | 'no_show' | 'pending' | 'expired' | 'declined'
  /** Paid here, unless it waits for its payment, has lapsed, or was declined before that. */
  isOnline?: boolean
  /** The owner's home, where the trainer comes. */
  address?: string
  reason?: string
  /** Why it was declined. */
  closing?: string
  rated?: { stars: number; feedback: string | null }
}

export const demoSessions: readonly DemoSession[] = [
  {
    trainer: 'maya-dsouza',
    owner: 'kiran-joshi',
    pet: 'rio',
    sessionType: 'Trick Training',
    inDays: -18,
    at: '10:00',
    minutes: 60,
    status: 'completed',
    rated: { stars: 5, feedback: 'Rio says his name now, and comes back to the hand.' },
  },
  {
    trainer: 'maya-dsouza',
    owner: 'kiran-joshi',
    pet: 'rio',
    sessionType: 'Basic Training',
    inDays: 2,
    at: '15:00',
    minutes: 90,
    status: 'confirmed',
    reason: 'He is afraid of the vacuum cleaner.',
  },
  {
    trainer: 'om-prakash',
    owner: 'meghna-hegde',
    pet: 'raja',
    sessionType: 'Obedience Training',
    inDays: -9,
    at: '17:30',
    minutes: 90,
    status: 'completed',
    rated: { stars: 5, feedback: 'Raja no longer drags me to every other dog.' },
  },
  {
    trainer: 'om-prakash',
    owner: 'meghna-hegde',
    pet: 'raja',
    sessionType: 'Obedience Training',
    inDays: 4,
    at: '17:30',
    minutes: 60,
    status: 'confirmed',
  },
  {
    trainer: 'sameer-kazi',
    owner: 'farhan-merchant',
    pet: 'sheru',
    sessionType: 'Behavioral Modification',
    inDays: -13,
    at: '11:00',
    minutes: 120,
    status: 'completed',
    rated: { stars: 4, feedback: 'Patient, and honest about how long it takes.' },
  },
  {
    trainer: 'sameer-kazi',
    owner: 'neha-kapoor',
    pet: 'billu',
    sessionType: 'Socialization',
    inDays: 3,
    at: '16:00',
    minutes: 60,
    status: 'cancelled',
  },
  {
    trainer: 'vikrant-rao',
    owner: 'divya-raman',
    pet: 'pepper',
    sessionType: 'Agility Training',
    inDays: -6,
    at: '09:30',
    minutes: 60,
    status: 'completed',
    rated: { stars: 5, feedback: null },
  },
  {
    trainer: 'vikrant-rao',
    owner: 'joseph-mathew',
    pet: 'rocky',
    sessionType: 'Obedience Training',
    inDays: -4,
    at: '11:00',
    minutes: 60,
    status: 'no_show',
  },
  {
    trainer: 'jasleen-gill',
    owner: 'aarav-malhotra',
    pet: 'oscar',
    sessionType: 'Socialization',
    inDays: 1,
    at: '10:00',
    minutes: 90,
    status: 'confirmed',
    reason: 'He loves everyone too much.',
  },
  {
    trainer: 'om-prakash',
    owner: 'zoya-ali',
    pet: 'snowy',
    sessionType: 'Basic Training',
    inDays: -7,
    at: '18:00',
    minutes: 60,
    status: 'completed',
    isOnline: true,
    rated: { stars: 5, feedback: 'We all learned something, and Snowy never had to leave the sofa.' },
  },
  {
    trainer: 'om-prakash',
    owner: 'divya-raman',
    pet: 'pepper',
    sessionType: 'House Training',
    inDays: 5,
    at: '18:00',
    minutes: 60,
    status: 'confirmed',
    isOnline: true,
    reason: 'She only goes on the balcony.',
  },
  {
    trainer: 'vikrant-rao',
    owner: 'joseph-mathew',
    pet: 'rocky',
    sessionType: 'Behavioral Modification',
    inDays: 6,
    at: '10:00',
    minutes: 60,
    status: 'pending',
    isOnline: true,
    reason: 'He barks at every doorbell, even the ones on TV.',
  },
  {
    trainer: 'tenzin-dolma',
    owner: 'farhan-merchant',
    pet: 'noor',
    sessionType: 'Trick Training',
    inDays: -3,
    at: '12:00',
    minutes: 60,
    status: 'expired',
    isOnline: true,
  },
  {
    trainer: 'tenzin-dolma',
    owner: 'sunita-das',
    pet: 'mili',
    sessionType: 'Behavioral Modification',
    inDays: 3,
    at: '16:00',
    minutes: 60,
    status: 'confirmed',
    address: 'B-24, second floor, Green Park Extension, New Delhi',
    reason: 'She scratches the sofa, right beside her scratching post.',
  },
  {
    trainer: 'sameer-kazi',
    owner: 'sunita-das',
    pet: 'laddoo',
    sessionType: 'Agility Training',
    inDays: 4,
    at: '12:00',
    minutes: 60,
    status: 'declined',
    isOnline: true,
    closing: 'Jumping is too hard on a pug’s breathing. How about trick training instead?',
  },
]
