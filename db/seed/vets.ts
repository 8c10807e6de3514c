import type { HoursInput } from '#/veterinary/server/factory.ts'

/** Days are counted from the day of seeding. */
export type DemoVet = {
  slug: string
  fullName: string
  specialization: string
  location: string
  availability: string
  phoneNumber: string
  licenseId: string
  consultationFee: number | null
  bio: string
  hours: HoursInput[]
  /** Date entries: hours of one day only, so many days from today. */
  dates?: (Omit<HoursInput, 'date'> & { inDays: number })[]
  holidays?: { fromDay: number; toDay: number; reason: string }[]
  minimumNoticeMinutes?: number
  bufferMinutes?: number
  /** Stars of past visits, newest first. */
  ratings: { stars: number; feedback: string | null }[]
}

const councils: Readonly<Record<string, string>> = {
  DVC: 'Delhi Veterinary Council',
  KVC: 'Karnataka Veterinary Council',
  MSVC: 'Maharashtra State Veterinary Council',
  TVC: 'Telangana Veterinary Council',
}

/** The council that gave a registration number, by the letters it begins with. */
export const councilOf = (licenseId: string) => councils[licenseId.split('/')[0]!] ?? null

const lunch = [{ start: '13:00', end: '14:00', reason: 'Lunch' }]

export const demoVets: DemoVet[] = [
  {
    slug: 'meera-iyer',
    fullName: 'Meera Iyer',
    specialization: 'General practice',
    location: 'Indiranagar, Bengaluru',
    availability: 'Mon–Sat, 9:00–18:00',
    phoneNumber: '+91 80 4112 2301',
    licenseId: 'KVC/2011/4821',
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
    ratings: [
      { stars: 5, feedback: 'Bruno usually hides under the table. With Dr. Meera he walked in by himself.' },
      { stars: 5, feedback: 'Took the time to explain everything twice.' },
      { stars: 4, feedback: 'Very kind. We waited ten minutes.' },
    ],
  },
  {
    slug: 'kabir-shah',
    fullName: 'Kabir Shah',
    specialization: 'Surgery and orthopaedics',
    location: 'Koramangala, Bengaluru',
    availability: 'Mon, Wed, Fri, 10:00–16:00',
    phoneNumber: '+91 80 4112 2302',
    licenseId: 'KVC/2008/3377',
    consultationFee: 120_000,
    bio: 'Surgeon for bones, joints and ligaments. I show you the pictures, tell you all the options, and what each of them costs.',
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
    ratings: [
      { stars: 5, feedback: 'Our indie runs again after his cruciate operation.' },
      { stars: 5, feedback: null },
    ],
  },
  {
    slug: 'ananya-rao',
    fullName: 'Ananya Rao',
    specialization: 'Dermatology',
    location: 'Jayanagar, Bengaluru',
    availability: 'Tue–Sat, 11:00–19:00',
    phoneNumber: '+91 80 4112 2303',
    licenseId: 'KVC/2015/5940',
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
    ratings: [{ stars: 4, feedback: 'The itching stopped in a week.' }],
  },
  {
    slug: 'arjun-nair',
    fullName: 'Arjun Nair',
    specialization: 'Cats only',
    location: 'Bandra West, Mumbai',
    availability: 'Mon–Fri, 8:00–14:00',
    phoneNumber: '+91 22 4890 1104',
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
    ratings: [
      { stars: 5, feedback: 'Simba purred. At the vet.' },
      { stars: 5, feedback: null },
      { stars: 5, feedback: 'Worth the trip across town.' },
    ],
  },
  {
    slug: 'fatima-sheikh',
    fullName: 'Fatima Sheikh',
    specialization: 'General practice',
    location: 'Andheri East, Mumbai',
    availability: 'Daily, 17:00–22:00',
    phoneNumber: '+91 22 4890 1105',
    licenseId: 'MSVC/2017/9020',
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
    ratings: [{ stars: 4, feedback: null }],
  },
  {
    slug: 'vikram-reddy',
    fullName: 'Vikram Reddy',
    specialization: 'Cardiology',
    location: 'Banjara Hills, Hyderabad',
    availability: 'Tue and Thu, 9:00–13:00',
    phoneNumber: '+91 40 6710 2206',
    licenseId: 'TVC/2009/1182',
    consultationFee: 150_000,
    bio: 'Heart murmurs, coughs and ultrasound. Small dogs and Persian cats are most of my patients.',
    hours: [{ days: ['tuesday', 'thursday'], start: '09:00', end: '13:00', slotMinutes: 60 }],
    minimumNoticeMinutes: 1_440,
    ratings: [],
  },
  {
    slug: 'priya-menon',
    fullName: 'Priya Menon',
    specialization: 'General practice and dentistry',
    location: 'Gachibowli, Hyderabad',
    availability: 'Mon–Sat, 9:30–17:30',
    phoneNumber: '+91 40 6710 2207',
    licenseId: 'TVC/2016/2471',
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
    ratings: [
      { stars: 5, feedback: 'Explained brushing with a toothbrush and a stuffed rabbit.' },
      { stars: 3, feedback: 'Good, but parking is difficult.' },
    ],
  },
  {
    slug: 'rohan-desai',
    fullName: 'Rohan Desai',
    specialization: 'Birds and exotic pets',
    location: 'Koregaon Park, Pune',
    availability: 'Mon–Thu, 10:00–17:00',
    phoneNumber: '+91 20 6604 3308',
    licenseId: 'MSVC/2014/8123',
    consultationFee: 70_000,
    bio: 'Parrots, rabbits, turtles. Please bring the cage as it is; I learn more from it than from ten questions.',
    hours: [
      { days: ['monday', 'tuesday', 'wednesday', 'thursday'], start: '10:00', end: '17:00', breaks: lunch },
    ],
    ratings: [{ stars: 5, feedback: 'The only one in town who knew what to do with a parrot.' }],
  },
  {
    slug: 'harpreet-singh',
    fullName: 'Harpreet Singh',
    specialization: 'General practice',
    location: 'Greater Kailash, New Delhi',
    availability: 'Mon–Sat, 10:00–19:00',
    phoneNumber: '+91 11 4320 5509',
    licenseId: 'DVC/2006/0915',
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
    ratings: [
      { stars: 4, feedback: 'Old school in the best way.' },
      { stars: 5, feedback: null },
    ],
  },
  {
    slug: 'lakshmi-pillai',
    fullName: 'Lakshmi Pillai',
    specialization: 'Behaviour',
    location: 'Saket, New Delhi',
    availability: 'Wed–Sun, 12:00–18:00',
    phoneNumber: '+91 11 4320 5510',
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
    ratings: [{ stars: 5, feedback: 'We can have visitors again.' }],
  },
  {
    slug: 'sanjay-gupta',
    fullName: 'Sanjay Gupta',
    specialization: 'Oncology',
    location: 'Vasant Kunj, New Delhi',
    availability: 'On leave this month',
    phoneNumber: '+91 11 4320 5511',
    licenseId: 'DVC/2004/0441',
    consultationFee: 180_000,
    bio: 'Hard news told gently, and a plan for the good days.',
    hours: [{ days: ['monday', 'tuesday', 'thursday'], start: '09:00', end: '12:00' }],
    holidays: [{ fromDay: 0, toDay: 34, reason: 'Sabbatical' }],
    ratings: [],
  },
  {
    slug: 'nandini-bose',
    fullName: 'Nandini Bose',
    specialization: 'General practice',
    location: 'Aundh, Pune',
    availability: 'Ask for a time',
    phoneNumber: '+91 20 6604 3312',
    licenseId: 'MSVC/2020/9917',
    consultationFee: null,
    bio: 'New in Pune. My hours will be here soon.',
    hours: [],
    ratings: [],
  },
  {
    slug: 'imran-khan',
    fullName: 'Imran Khan',
    specialization: 'Ophthalmology',
    location: 'Powai, Mumbai',
    availability: 'Mon and Fri, 14:00–18:00',
    phoneNumber: '+91 22 4890 1113',
    licenseId: 'MSVC/2012/6604',
    consultationFee: 130_000,
    bio: 'Cloudy, red or runny eyes. Most of it is less serious than it looks, and some of it cannot wait a day.',
    hours: [{ days: ['monday', 'friday'], start: '14:00', end: '18:00' }],
    dates: [
      { inDays: 9, start: '09:00', end: '12:00' },
      { inDays: 16, start: '09:00', end: '12:00' },
    ],
    ratings: [{ stars: 4, feedback: null }],
  },
  {
    slug: 'tara-kulkarni',
    fullName: 'Tara Kulkarni',
    specialization: 'Nutrition and senior pets',
    location: 'Whitefield, Bengaluru',
    availability: 'Mon–Fri, 8:00–11:00',
    phoneNumber: '+91 80 4112 2314',
    licenseId: 'KVC/2019/6611',
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
    ratings: [{ stars: 5, feedback: 'Coco lost four pounds and found her tail.' }],
  },
]
