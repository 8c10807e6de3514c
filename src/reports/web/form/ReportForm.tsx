import { Button } from '@mantine/core'
import {
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from 'react'
import { optionsOf } from '#/kernel/record.ts'
import { ChoiceField } from '#/kernel/web/form/ChoiceField.tsx'
import { RecordFields } from '#/kernel/web/form/FieldList.tsx'
import form from '#/kernel/web/form/form.module.css'
import { PhotosField } from '#/kernel/web/form/PhotosField.tsx'
import { type Problems, useDraft } from '#/kernel/web/form/use-draft.ts'
import { YesField } from '#/kernel/web/form/YesField.tsx'
import { queryClient } from '#/kernel/web/query-client.ts'
import type { Pet, PetDetails } from '#/pets/contract.ts'
import { pets, SpeciesField } from '#/pets/web/index.ts'
import { ownWhereaboutsText, reportFields } from '#/reports/fields.ts'
import { reportLimits, whereabouts } from '#/reports/rules.ts'
import { PickPet } from './PickPet.tsx'
import { PlaceField } from './PlaceField.tsx'
import { Recognise } from './Recognise.tsx'
import css from './ReportForm.module.css'
import { problemsOf, type ReportDraft, type ReportField } from './report-draft.ts'
import { usePlace } from './use-place.ts'
import { WhenField } from './WhenField.tsx'

type Props = {
  start: ReportDraft
  /** Stores the draft for when the person comes back. */
  onDraft?(draft: ReportDraft): void
  isNew: boolean
  /** The pet to begin with. */
  petId?: string | null
  isBusy: boolean
  /** A refusal, with the field that it is about. */
  refusal: { field: ReportField | null; sentence: string } | null
  submit: { label: string; busy: string }
  onSubmit(draft: ReportDraft): void
  children?: ReactNode
}

const kindField = {
  kind: 'one' as const,
  name: 'status',
  label: 'What happened?',
  required: true,
  options: [
    { value: 'lost', label: 'I lost a pet' },
    { value: 'found', label: 'I found a pet' },
  ],
}

const { petName, story, hasReward, secretMark, exactPlace, contactPhone } = reportFields
const nameField = {
  lost: { petName },
  found: { petName: { ...petName, label: 'Name, if you know it' } },
}
const whereItIs = {
  whereabouts: { ...reportFields.whereabouts, options: optionsOf(whereabouts, ownWhereaboutsText) },
  canKeep: reportFields.canKeep,
}
const privateParts = {
  lost: {
    secretMark: {
      ...secretMark,
      hint: 'Something that only you know, like a white toe. We never show it: ask for it when someone says they have your pet.',
    },
    exactPlace,
  },
  found: {
    secretMark: {
      ...secretMark,
      hint: 'Something you don’t show or tell. Ask for it when someone says the pet is theirs.',
    },
    exactPlace,
  },
}
const phoneField = { contactPhone: { ...contactPhone, required: true } }

/** Edits a report of a lost or found pet: required fields first, then optional ones. */
export function ReportForm(props: Props) {
  const { start, onDraft, isNew, petId = null, isBusy, refusal, submit: words, onSubmit, children } = props
  const { ref, draft, problems, change, show, check } = useDraft<ReportDraft, ReportField>(start, (one) =>
    problemsOf(one),
  )
  const edit = (part: Partial<ReportDraft>) => {
    change(part)
    onDraft?.({ ...draft, ...part })
  }
  const place = usePlace({ value: draft, onChange: edit })
  const showRefusal = useEffectEvent(() => {
    if (refusal?.field) show({ [refusal.field]: refusal.sentence } as Problems<ReportField>)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new refusal is shown once
  useEffect(() => showRefusal(), [refusal])
  const isLost = draft.status === 'lost'
  const resolving = useRef(false)

  async function submit(event: SyntheticEvent) {
    const given = check(event)
    if (!given || isBusy || resolving.current) return
    resolving.current = true
    const chosen = await place.resolve().finally(() => {
      resolving.current = false
    })
    if (chosen) onSubmit({ ...given, place: chosen.area, chosen })
  }

  const picked = useRef<string>(undefined)
  // Answers arrive later, when other fields may have changed.
  const latest = useRef(edit)
  useLayoutEffect(() => {
    latest.current = edit
  })
  async function pick(pet: Pet | null) {
    picked.current = pet?.id
    const none = { petId: null, petPhotoUrl: null }
    edit(pet ? { petId: pet.id, petPhotoUrl: pet.photoUrl, ...known(pet) } : { ...emptyDetails, ...none })
    if (!pet) return
    const details = await queryClient
      .fetchQuery(pets.query.get.queryOptions({ input: { id: pet.id } }))
      .catch(() => undefined)
    if (details && picked.current === pet.id) latest.current(detailsOf(details))
  }

  return (
    <form ref={ref} className={`${form.form} ${css.form}`} onSubmit={submit} noValidate>
      {isNew && (
        <ChoiceField
          field={kindField}
          value={draft.status}
          problem={undefined}
          onChange={(status) => edit({ status: status as ReportDraft['status'] })}
        />
      )}
      {isNew && isLost && <PickPet value={draft.petId} first={petId} onChange={pick} />}
      <PhotosField
        photos={draft.photos}
        kept={draft.keptPhotos}
        otherwise={draft.petPhotoUrl ? { url: draft.petPhotoUrl, alt: 'Your pet, from its page' } : null}
        most={reportLimits.photos}
        isRequired={isLost}
        problem={problems.photos}
        onChange={edit}
      />
      <RecordFields of={nameField[draft.status]} draft={draft} problems={problems} onChange={edit} />
      <SpeciesField
        species={draft.species}
        problem={problems.species}
        onChange={(species) => edit({ species })}
      />
      <WhenField
        label={isLost ? 'When was it last seen?' : 'When did you find it?'}
        value={draft.seenAt}
        problem={problems.seenAt}
        onChange={(seenAt) => edit({ seenAt })}
      />
      <PlaceField
        label={isLost ? 'Where was it last seen?' : 'Where did you find it?'}
        place={draft.place}
        chosen={draft.chosen}
        problem={problems.place}
        used={place}
      />
      {!isLost && <RecordFields of={whereItIs} draft={draft} problems={problems} onChange={edit} />}
      <Recognise draft={draft} problems={problems} change={edit} />
      <RecordFields of={{ story }} draft={draft} problems={problems} onChange={edit} />
      {isLost && <RecordFields of={{ hasReward }} draft={draft} problems={problems} onChange={edit} />}
      <section className={css.private} aria-labelledby="private-parts">
        <h2 id="private-parts">Only for you</h2>
        <RecordFields of={privateParts[draft.status]} draft={draft} problems={problems} onChange={edit} />
      </section>
      <YesField
        field={{
          kind: 'yes',
          name: 'showsPhone',
          label: 'Show my phone number',
          hint: 'To people who are logged in and have confirmed their email or phone. They can also write to you here without it.',
        }}
        value={draft.showsPhone}
        problem={undefined}
        onChange={(showsPhone) => edit({ showsPhone })}
      />
      {draft.showsPhone && <RecordFields of={phoneField} draft={draft} problems={problems} onChange={edit} />}
      <p role="alert" className={form.failure}>
        {refusal?.field === null ? refusal.sentence : ''}
      </p>
      <div className={form.actions}>
        <Button type="submit" color="marigold" aria-disabled={isBusy}>
          {isBusy ? words.busy : words.label}
        </Button>
        {children}
      </div>
    </form>
  )
}

const emptyDetails: Partial<ReportDraft> = {
  petName: '',
  species: null,
  breed: '',
  sex: '',
  size: '',
  colours: '',
  hasChip: '',
}

const known = ({ name, species, breed, sizeLbs }: Pet): Partial<ReportDraft> => ({
  petName: name,
  species,
  breed: breed ?? '',
  size: sizeLbs === null ? '' : sizeLbs < 22 ? 'small' : sizeLbs < 55 ? 'medium' : 'large',
})

const detailsOf = ({ sex, colour, microchip }: PetDetails): Partial<ReportDraft> => ({
  sex: sex ?? '',
  colours: (colour ?? '').slice(0, reportFields.colours.max),
  hasChip: microchip ? 'yes' : '',
})
