import type { AppointmentStatus } from '#/appointments/rules.ts'

export type Entry = {
  vet: string
  owner: string
  pet: string
  /** Indexes of the vet's open day and of its free slot. */
  day: number
  slot: number
  status: Extract<AppointmentStatus, 'pending' | 'confirmed'>
  /** Requested this long before the seeding. */
  hoursAgo: number
  reason: string
}

export const diary: Entry[] = [
  {
    vet: 'meera-iyer',
    owner: 'asha-verma',
    pet: 'bruno',
    day: 1,
    slot: 3,
    status: 'confirmed',
    hoursAgo: 30,
    reason: 'Yearly vaccination',
  },
  {
    vet: 'meera-iyer',
    owner: 'ravi-kumar',
    pet: 'tiger',
    day: 1,
    slot: 5,
    status: 'pending',
    hoursAgo: 2,
    reason: 'Limping on the left front paw since Sunday',
  },
  {
    vet: 'meera-iyer',
    owner: 'zoya-ali',
    pet: 'snowy',
    day: 2,
    slot: 0,
    status: 'pending',
    hoursAgo: 9,
    reason: 'Check-up before travelling',
  },
  {
    vet: 'kabir-shah',
    owner: 'asha-verma',
    pet: 'coco',
    day: 1,
    slot: 4,
    status: 'pending',
    hoursAgo: 5,
    reason: 'Second opinion on her hip',
  },
  {
    vet: 'arjun-nair',
    owner: 'neha-kapoor',
    pet: 'mishti',
    day: 0,
    slot: 2,
    status: 'confirmed',
    hoursAgo: 20,
    reason: 'Not eating well',
  },
  {
    vet: 'rohan-desai',
    owner: 'kiran-joshi',
    pet: 'rio',
    day: 1,
    slot: 4,
    status: 'confirmed',
    hoursAgo: 70,
    reason: 'Beak looks long',
  },
  {
    vet: 'harpreet-singh',
    owner: 'aarav-malhotra',
    pet: 'oscar',
    day: 3,
    slot: 6,
    status: 'confirmed',
    hoursAgo: 44,
    reason: 'Follow-up',
  },
]

/** Fills one day completely; these owners take turns. */
export const fullDay = {
  vet: 'tara-kulkarni',
  day: 2,
  reason: 'Weight check',
  hoursAgo: 90,
  guests: [
    { owner: 'ravi-kumar', pet: 'luna' },
    { owner: 'ravi-kumar', pet: 'misty' },
    { owner: 'meghna-hegde', pet: 'raja' },
  ],
} as const
