import type { RefundPolicy } from '#/appointments/refunds.ts'
import type { HoursInput } from '#/veterinary/server/factory.ts'

/** Days count from the day of seeding. */
export type DemoVet = {
  slug: string
  fullName: string
  specialization: string
  location: string
  /** The area code doesn't exist, so nobody gets called. */
  phoneNumber: string
  licenseId: string
  consultationFee: number | null
  /** Offers online visits too. */
  teleconsultation?: true
  refundPolicy?: RefundPolicy
  bio: string
  hours: HoursInput[]
  /** Hours of a single day, in this many days. */
  dates?: (Omit<HoursInput, 'date'> & { inDays: number })[]
  holidays?: { fromDay: number; toDay: number; reason: string }[]
  minimumNoticeMinutes?: number
  bufferMinutes?: number
}

const councils: Readonly<Record<string, string>> = {
  DVC: 'Delhi Veterinary Council',
  KVC: 'Karnataka Veterinary Council',
  MSVC: 'Maharashtra State Veterinary Council',
  TVC: 'Telangana Veterinary Council',
}

/** Returns the council by the registration number's prefix. */
export function councilOf(licenseId: string): string {
  const council = councils[licenseId.split('/')[0]!]
  if (!council) throw new Error(`The demo has no council that gives ${licenseId}`)
  return council
}

const lunch = [{ start: '13:00', end: '14:00', reason: 'Lunch' }]

export const titled = (fullName: string) => `Dr. ${fullName}`

export const demoVets: DemoVet[] = [
  {
    slug: 'meera-iyer',
    fullName: 'Meera Iyer',
    specialization: 'General practice',
    location: 'Indiranagar, Bengaluru',
    phoneNumber: '+91 00000 22301',
    licenseId: 'KVC/2011/4821',
    teleconsultation: true,
    consultationFee: 60_000,
    bio: 'Fifteen years with dogs, cats and worried people. Gentle first visits for puppies and kittens are my favourite part of the week.',
    hours: [
      {
        days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
        start: '09:00',
        end: '18:00',
        breaks: lunch,
      },
      { days: ['saturday'], start: '09:00', end: '13:00' },
    ],
    holidays: [{ fromDay: 12, toDay: 13, reason: 'Family wedding' }],
  },
  {
    slug: 'kabir-shah',
    fullName: 'Kabir Shah',
    specialization: 'Surgery and orthopaedics',
    location: 'Koramangala, Bengaluru',
    phoneNumber: '+91 00000 22302',
    licenseId: 'KVC/2008/3377',
    consultationFee: 120_000,
    bio: 'Surgeon for bones, joints and ligaments. I show you the pictures, explain all the options, and tell you what each one costs.',
    hours: [
      {
        days: ['monday', 'wednesday', 'friday'],
        start: '10:00',
        end: '16:00',
        slotMinutes: 45,
        breaks: lunch,
      },
    ],
    minimumNoticeMinutes: 240,
    bufferMinutes: 15,
  },
  {
    slug: 'ananya-rao',
    fullName: 'Ananya Rao',
    specialization: 'Dermatology',
    location: 'Jayanagar, Bengaluru',
    phoneNumber: '+91 00000 22303',
    licenseId: 'KVC/2015/5940',
    teleconsultation: true,
    refundPolicy: 'moderate',
    consultationFee: 80_000,
    bio: 'Itching, ears and allergies. Bring the food label; half the answers are printed on it.',
    hours: [
      {
        days: ['tuesday', 'wednesday', 'thursday', 'friday', 'saturday'],
        start: '11:00',
        end: '19:00',
        breaks: [{ start: '15:00', end: '15:30', reason: 'Tea' }],
      },
    ],
  },
  {
    slug: 'arjun-nair',
    fullName: 'Arjun Nair',
    specialization: 'Cats only',
    location: 'Bandra West, Mumbai',
    phoneNumber: '+91 00000 01104',
    licenseId: 'MSVC/2013/7712',
    consultationFee: 90_000,
    bio: 'A quiet clinic without dogs in the waiting room. Appointments are long enough for a cat to come out of the basket.',
    hours: [
      {
        days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
        start: '08:00',
        end: '14:00',
        slotMinutes: 40,
      },
    ],
    dates: [{ inDays: 6, start: '16:00', end: '20:00', slotMinutes: 40 }],
  },
  {
    slug: 'fatima-sheikh',
    fullName: 'Fatima Sheikh',
    specialization: 'General practice',
    location: 'Andheri East, Mumbai',
    phoneNumber: '+91 00000 01105',
    licenseId: 'MSVC/2017/9020',
    teleconsultation: true,
    consultationFee: 50_000,
    bio: 'Evening hours for people who work. Vaccinations, check-ups, and honest advice on what can wait.',
    hours: [
      {
        days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
        start: '17:00',
        end: '22:00',
        slotMinutes: 20,
      },
    ],
    holidays: [{ fromDay: 3, toDay: 3, reason: 'Clinic closed for painting' }],
  },
  {
    slug: 'vikram-reddy',
    fullName: 'Vikram Reddy',
    specialization: 'Cardiology',
    location: 'Banjara Hills, Hyderabad',
    phoneNumber: '+91 00000 02206',
    licenseId: 'TVC/2009/1182',
    consultationFee: 150_000,
    bio: 'Heart murmurs, coughs and ultrasound. Small dogs and Persian cats are most of my patients.',
    hours: [{ days: ['tuesday', 'thursday'], start: '09:00', end: '13:00', slotMinutes: 60 }],
    minimumNoticeMinutes: 1_440,
  },
  {
    slug: 'priya-menon',
    fullName: 'Priya Menon',
    specialization: 'General practice and dentistry',
    location: 'Gachibowli, Hyderabad',
    phoneNumber: '+91 00000 02207',
    licenseId: 'TVC/2016/2471',
    teleconsultation: true,
    refundPolicy: 'flexible',
    consultationFee: 55_000,
    bio: 'Teeth are the most forgotten part of a pet. I also do everything else.',
    hours: [
      {
        days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'],
        start: '09:30',
        end: '17:30',
        breaks: lunch,
      },
    ],
  },
  {
    slug: 'rohan-desai',
    fullName: 'Rohan Desai',
    specialization: 'Birds and exotic pets',
    location: 'Koregaon Park, Pune',
    phoneNumber: '+91 00000 43308',
    licenseId: 'MSVC/2014/8123',
    consultationFee: 70_000,
    bio: 'Parrots, rabbits, turtles. Please bring the cage as it is; I learn more from it than from ten questions.',
    hours: [
      { days: ['monday', 'tuesday', 'wednesday', 'thursday'], start: '10:00', end: '17:00', breaks: lunch },
    ],
  },
  {
    slug: 'harpreet-singh',
    fullName: 'Harpreet Singh',
    specialization: 'General practice',
    location: 'Greater Kailash, New Delhi',
    phoneNumber: '+91 00000 05509',
    licenseId: 'DVC/2006/0915',
    teleconsultation: true,
    consultationFee: 75_000,
    bio: 'Twenty years in the same street. I have known some families for three generations of labradors.',
    hours: [
      {
        days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'],
        start: '10:00',
        end: '13:00',
        slotMinutes: 20,
      },
      {
        days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'],
        start: '16:00',
        end: '19:00',
        slotMinutes: 20,
      },
    ],
  },
  {
    slug: 'lakshmi-pillai',
    fullName: 'Lakshmi Pillai',
    specialization: 'Behaviour',
    location: 'Saket, New Delhi',
    phoneNumber: '+91 00000 05510',
    licenseId: 'DVC/2018/2260',
    consultationFee: 110_000,
    bio: 'Fear, barking, biting, peeing on the sofa. Nobody is a bad dog; we find out what is wrong.',
    hours: [
      {
        days: ['wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
        start: '12:00',
        end: '18:00',
        slotMinutes: 90,
      },
    ],
    holidays: [{ fromDay: 20, toDay: 40, reason: 'Maternity cover being arranged' }],
  },
  {
    slug: 'sanjay-gupta',
    fullName: 'Sanjay Gupta',
    specialization: 'Oncology',
    location: 'Vasant Kunj, New Delhi',
    phoneNumber: '+91 00000 05511',
    licenseId: 'DVC/2004/0441',
    consultationFee: 180_000,
    bio: 'Hard news told gently, and a plan for the good days.',
    hours: [{ days: ['monday', 'tuesday', 'thursday'], start: '09:00', end: '12:00' }],
    holidays: [{ fromDay: 0, toDay: 34, reason: 'Sabbatical' }],
  },
  {
    slug: 'nandini-bose',
    fullName: 'Nandini Bose',
    specialization: 'General practice',
    location: 'Aundh, Pune',
    phoneNumber: '+91 00000 43312',
    licenseId: 'MSVC/2020/9917',
    teleconsultation: true,
    consultationFee: null,
    bio: 'New in Pune. My hours will be here soon.',
    hours: [],
  },
  {
    slug: 'imran-khan',
    fullName: 'Imran Khan',
    specialization: 'Ophthalmology',
    location: 'Powai, Mumbai',
    phoneNumber: '+91 00000 01113',
    licenseId: 'MSVC/2012/6604',
    consultationFee: 130_000,
    bio: 'Cloudy, red or runny eyes. Most of it is less serious than it looks, and some of it cannot wait a day.',
    hours: [{ days: ['monday', 'friday'], start: '14:00', end: '18:00' }],
    dates: [
      { inDays: 9, start: '09:00', end: '12:00' },
      { inDays: 16, start: '09:00', end: '12:00' },
    ],
  },
  {
    slug: 'tara-kulkarni',
    fullName: 'Tara Kulkarni',
    specialization: 'Nutrition and senior pets',
    location: 'Whitefield, Bengaluru',
    phoneNumber: '+91 00000 22314',
    licenseId: 'KVC/2019/6611',
    teleconsultation: true,
    consultationFee: 65_000,
    bio: 'Old dogs, old cats, and what to put into the bowl.',
    hours: [
      {
        days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
        start: '08:00',
        end: '11:00',
        slotMinutes: 60,
      },
    ],
  },
]
