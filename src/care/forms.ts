import { isBySlot, type SlotTrade, type Trade } from '#/booking/trades.ts'
import type { NoteType } from './rules.ts'

export const noteForms = ['medical', 'session', 'grooming'] as const

/** The kinds of note, by the fields they have. */
export type NoteForm = (typeof noteForms)[number]

/** Sitters write no notes: their visit cards report the visit. */
export const formOfTrade = {
  veterinary: 'medical',
  training: 'session',
  styling: 'grooming',
} as const satisfies Record<SlotTrade, NoteForm>

type TextField = 'history' | 'assessment' | 'plan' | 'products' | 'behaviour'

/** A text in a note: its heading, the writer's label if it differs, and a hint for the writer. */
type Text = { name: TextField; title: string; label?: string; hint: string }

type Form = {
  title: string
  /** 'visit note', in the middle of a sentence. */
  noun: string
  types: readonly [NoteType, ...NoteType[]]
  texts: readonly Text[]
  /** The text that a note needs before it can be signed. */
  required: TextField
  /** Completes 'The note still needs'. */
  needs: string
  /** The lines and measurements in the form. */
  has: readonly ('findings' | 'medicines' | 'vaccinations' | 'homework')[]
  followUp: string
  /** True if the provider adds pictures from before and after the visit. */
  hasPictures?: true
}

export const forms: Readonly<Record<NoteForm, Form>> = {
  medical: {
    title: 'Visit note',
    noun: 'visit note',
    types: ['exam', 'vaccination', 'treatment', 'note'],
    texts: [
      { name: 'history', title: 'History', hint: 'Why they came and what happened before.' },
      { name: 'assessment', title: 'Assessment', hint: 'What you think it is.' },
      {
        name: 'plan',
        title: 'Plan',
        label: 'Plan, in plain words for the owner',
        hint: 'What to do next. You need a plan to sign the note.',
      },
    ],
    required: 'plan',
    needs: 'a plan for the owner',
    has: ['findings', 'medicines', 'vaccinations'],
    followUp: 'Follow-up',
  },
  session: {
    title: 'Session note',
    noun: 'session note',
    types: ['training'],
    texts: [
      { name: 'history', title: 'What we trained', hint: 'The exercises of this session.' },
      { name: 'assessment', title: 'How it went', hint: 'What works, and what is still hard.' },
      {
        name: 'plan',
        title: 'Next step',
        label: 'Next step, in plain words for the owner',
        hint: 'What comes next. You need it to sign the note.',
      },
    ],
    required: 'plan',
    needs: 'the next step for the owner',
    has: ['homework'],
    followUp: 'Next session',
  },
  grooming: {
    title: 'Grooming note',
    noun: 'grooming note',
    types: ['grooming'],
    texts: [
      { name: 'history', title: 'What was done', hint: 'You need this to sign the note.' },
      {
        name: 'assessment',
        title: 'Coat and skin',
        hint: 'Mats, shedding, sore or dry skin, ticks or fleas.',
      },
      { name: 'products', title: 'Products', hint: 'Shampoo and everything else you used.' },
      {
        name: 'behaviour',
        title: 'Behaviour',
        hint: 'What they liked, and what to be careful with next time.',
      },
    ],
    required: 'history',
    needs: 'a few words on what was done',
    has: [],
    followUp: 'Next visit',
    hasPictures: true,
  },
}

export function formFor(trade: Trade): Form | null {
  return isBySlot(trade) ? forms[formOfTrade[trade]] : null
}

export function formOfType(type: NoteType): NoteForm {
  return noteForms.find((form) => forms[form].types.includes(type))!
}

/** Returns the texts under their headings; an owner's own note has one. */
export function textsOf(note: {
  by: { side: 'owner' | 'provider' }
  type: NoteType
}): readonly Pick<Text, 'name' | 'title'>[] {
  if (note.by.side === 'owner') return [{ name: 'history', title: 'Note' }]
  return forms[formOfType(note.type)].texts
}

const parts = {
  findings: ['temperatureC', 'heartRate', 'breathingRate', 'weightLbs'],
  medicines: ['medicines'],
  vaccinations: ['vaccinations'],
  homework: ['homework'],
} as const satisfies Record<Form['has'][number], readonly string[]>

type Field = TextField | (typeof parts)[keyof typeof parts][number]

const allFields: readonly Field[] = [
  'history',
  'assessment',
  'plan',
  'products',
  'behaviour',
  ...Object.values(parts).flat(),
]

/** Returns the fields of a note that its form doesn't have. */
export function foreignFields(form: NoteForm): Field[] {
  const { texts, has } = forms[form]
  const own = new Set<Field>([...texts.map(({ name }) => name), ...has.flatMap((part) => [...parts[part]])])
  return allFields.filter((field) => !own.has(field))
}
