import type { NoteContent } from '#/care/notes.ts'
import { addDays, type Day } from '#/kernel/time.ts'

/** About the pet's last visit to the vet or, with a trade, its last visit there. */
type Story = {
  who: { owner: string; pet: string } & ({ vet: string } | { trade: 'training' | 'styling' })
  write(day: Day): NoteContent
  addendum?: string
}

const nothing = {
  history: null,
  temperatureC: null,
  heartRate: null,
  breathingRate: null,
  weightLbs: null,
  assessment: null,
  plan: null,
  products: null,
  behaviour: null,
  homework: [],
  medicines: [],
  validMonths: 6,
  vaccinations: [],
  followUpOn: null,
}

export const visitNotes: Story[] = [
  {
    who: { vet: 'meera-iyer', owner: 'asha-verma', pet: 'bruno' },
    write: (day) => ({
      ...nothing,
      type: 'exam',
      history:
        'Has been scratching his left ear and shaking his head since the weekend. Eats and plays as usual.',
      temperatureC: 38.6,
      heartRate: 92,
      breathingRate: 24,
      assessment: 'Mild infection of the left outer ear. The eardrum is intact. Otherwise a healthy dog.',
      plan: 'Clean the ear once a day with the lotion, then give the drops. Keep water out of it for two weeks. If he holds his head to one side or is in pain, come the same day.',
      medicines: [
        {
          name: 'Ear drops with miconazole',
          form: 'drops',
          strength: '10 ml',
          dose: '5 drops, left ear',
          howOften: 'every 12 h',
          days: 10,
          refills: 1,
        },
        {
          name: 'Ear cleaning lotion',
          form: 'lotion',
          strength: '100 ml',
          dose: 'half a cap',
          howOften: 'once a day',
          days: 10,
          refills: 0,
        },
      ],
      followUpOn: addDays(day, 14),
    }),
    addendum: 'The swab is back: only yeast, as expected. The drops are the right ones.',
  },
  {
    who: { vet: 'meera-iyer', owner: 'ravi-kumar', pet: 'luna' },
    write: (day) => ({
      ...nothing,
      type: 'vaccination',
      temperatureC: 38.4,
      assessment: 'Fit to be vaccinated.',
      plan: 'She may be sleepy until tomorrow evening. A small lump at the injection site is normal and goes away within two weeks.',
      vaccinations: [{ name: 'Feline leukaemia', givenOn: day, nextDueOn: addDays(day, 365) }],
    }),
  },
  {
    who: { vet: 'tara-kulkarni', owner: 'asha-verma', pet: 'coco' },
    write: (day) => ({
      ...nothing,
      type: 'treatment',
      history: 'Third visit for her weight. Walks twice a day now, no more biscuits from the neighbours.',
      heartRate: 104,
      breathingRate: 26,
      assessment: 'Making progress: she has a waist again.',
      plan: 'Stay with the measured food. Weigh her every Sunday before breakfast and write it down. We want her to lose slowly.',
      followUpOn: addDays(day, 42),
    }),
  },
  {
    who: { trade: 'styling', owner: 'asha-verma', pet: 'bruno' },
    write: (day) => ({
      ...nothing,
      type: 'grooming',
      history: 'Bath, brush-out and nails. Trimmed the fur between his pads.',
      assessment:
        'Thick undercoat, shedding as it should in this season. Two small mats behind the left ear, brushed out.',
      products: 'Oatmeal shampoo without perfume, and a leave-in conditioner.',
      behaviour: 'Loves the water. He pulls his front paws away from the clippers, so I filed the nails.',
      followUpOn: addDays(day, 42),
    }),
  },
  {
    who: { trade: 'training', owner: 'kiran-joshi', pet: 'rio' },
    write: (day) => ({
      ...nothing,
      type: 'training',
      history: 'Targeting the hand, the first steps of a spin, and waiting for the treat.',
      assessment: 'Rio follows the hand at once and forgets everything when the doorbell rings.',
      plan: 'We add the word once he spins without the hand. Until then, praise him for every half turn.',
      homework: [
        { exercise: 'Hand target', howOften: 'twice a day', howLong: '3 minutes' },
        { exercise: 'Half a spin to each side', howOften: 'once a day', howLong: '5 turns' },
        { exercise: 'Wait for the treat', howOften: 'at every meal', howLong: null },
      ],
      followUpOn: addDays(day, 20),
    }),
  },
]
