import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { type SyntheticEvent, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { findingRanges, type NoteType, noteLimits, noteTypes } from '#/care/rules.ts'
import { typeText } from '#/care/text.ts'
import type { Day } from '#/kernel/time.ts'
import form from '#/kernel/web/form/form.module.css'
import { UnsavedChanges } from '#/kernel/web/form/UnsavedChanges.tsx'
import { useDraft } from '#/kernel/web/form/use-draft.ts'
import { useKept } from '#/kernel/web/form/use-kept.ts'
import type { Species } from '#/pets/rules.ts'
import { DayField, today, WeightField } from '#/pets/web/index.ts'
import { MedicineRows } from './MedicineRows.tsx'
import { NoteFilesField } from './NoteFilesField.tsx'
import css from './NoteForm.module.css'
import { isSame, type NoteDraft, noteProblems } from './note-draft.ts'
import { VaccinationRows } from './VaccinationRows.tsx'

type Props = {
  /** The key under which unsaved text is kept. */
  keptAs: string
  start: NoteDraft
  species: Species
  visitOn: Day
  isSaving: boolean
  failure: string
  back: string
  onSave(draft: NoteDraft, saved: () => void): void
}

const typeChoices = noteTypes.map((type) => ({ value: type, label: typeText[type] }))
const monthChoices = Array.from({ length: noteLimits.months }, (_, index) => ({
  value: String(index + 1),
  label: index === 0 ? '1 month' : `${index + 1} months`,
}))

export function NoteForm(props: Props) {
  const { start, species, visitOn, isSaving } = props
  const kept = useKept(props.keptAs, start)
  const { ref, draft, problems, change, check } = useDraft(
    () => kept.value,
    (typed) => noteProblems(typed, visitOn, today()),
  )
  const failure = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (props.failure) failure.current?.scrollIntoView({ block: 'nearest' })
  }, [props.failure])

  function edit(part: Partial<NoteDraft>) {
    kept.change({ ...draft, ...part })
    change(part)
  }

  function submit(event: SyntheticEvent) {
    const given = check(event)
    if (given && !isSaving) props.onSave(given, kept.forget)
  }

  const text = (name: 'history' | 'assessment' | 'plan', label: string, description: string, rows = 3) => (
    <div data-field={name}>
      <Textarea
        label={label}
        description={description}
        rows={rows}
        resize="vertical"
        maxLength={noteLimits.text}
        value={draft[name]}
        onChange={({ currentTarget }) => edit({ [name]: currentTarget.value })}
      />
    </div>
  )
  const measure = (name: 'temperature' | 'heartRate' | 'breathingRate', label: string) => (
    <div data-field={name}>
      <TextInput
        label={label}
        inputMode={name === 'temperature' ? 'decimal' : 'numeric'}
        autoComplete="off"
        value={draft[name]}
        error={problems[name]}
        onChange={({ currentTarget }) => edit({ [name]: currentTarget.value })}
      />
    </div>
  )
  const { min, max } = findingRanges.temperatureC

  return (
    <form ref={ref} className={form.form} onSubmit={submit} noValidate>
      <UnsavedChanges unsaved={!isSame(draft, start)} />
      <div data-field="type" className={css.short}>
        <NativeSelect
          label="Kind"
          data={typeChoices}
          value={draft.type}
          onChange={({ currentTarget }) => edit({ type: currentTarget.value as NoteType })}
        />
      </div>
      {text('history', 'History', 'Why they came and what happened before.')}
      <fieldset className={css.group}>
        <legend>Findings</legend>
        <p className={css.hint}>
          Leave empty what you didn’t measure. Temperature {min} to {max} °C.
        </p>
        <div className={css.grid}>
          {measure('temperature', 'Temperature, °C')}
          {measure('heartRate', 'Heart rate, per minute')}
          {measure('breathingRate', 'Breathing rate, per minute')}
          <WeightField
            description="We’ll update the pet’s weight."
            weight={draft.weight}
            unit={draft.unit}
            problem={problems['weight']}
            onWeight={(weight) => edit({ weight })}
            onUnit={(unit) => edit({ unit })}
          />
        </div>
      </fieldset>
      {text('assessment', 'Assessment', 'What you think it is.')}
      {text(
        'plan',
        'Plan, in plain words for the owner',
        'What to do next. You need a plan to sign the note.',
        5,
      )}
      <MedicineRows
        rows={draft.medicines}
        problems={problems}
        onChange={(medicines) => edit({ medicines })}
      />
      {draft.medicines.length > 0 && (
        <div className={css.short}>
          <NativeSelect
            label="Prescription valid for"
            description="From the day you sign."
            data={monthChoices}
            value={draft.validMonths}
            onChange={({ currentTarget }) => edit({ validMonths: currentTarget.value })}
          />
        </div>
      )}
      <VaccinationRows
        rows={draft.vaccinations}
        species={species}
        givenOn={visitOn}
        problems={problems}
        onChange={(vaccinations) => edit({ vaccinations })}
      />
      <div className={css.short}>
        <DayField
          name="followUpOn"
          label="Follow-up on"
          description="Optional."
          value={draft.followUpOn}
          problem={problems['followUpOn']}
          onChange={(followUpOn) => edit({ followUpOn })}
        />
      </div>
      <NoteFilesField kept={draft.kept} added={draft.added} onChange={edit} />
      <p role="alert" ref={failure} className={form.failure}>
        {props.failure}
      </p>
      <div className={form.actions}>
        <Button type="submit" color="marigold" aria-disabled={isSaving}>
          {isSaving ? 'Saving...' : 'Save draft'}
        </Button>
        <Button component={Link} to={props.back} variant="subtle">
          Cancel
        </Button>
      </div>
    </form>
  )
}
