import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { Fragment } from 'react'
import { type NoteForm as Form, forms } from '#/care/forms.ts'
import { findingRanges, type NoteType, noteLimits } from '#/care/rules.ts'
import { typeText } from '#/care/text.ts'
import type { Day } from '#/kernel/time.ts'
import { AfterReload } from '#/kernel/web/form/AfterReload.tsx'
import form from '#/kernel/web/form/form.module.css'
import { UnsavedChanges } from '#/kernel/web/form/UnsavedChanges.tsx'
import type { Species } from '#/pets/rules.ts'
import { DayField, today, WeightField } from '#/pets/web/index.ts'
import { HomeworkRows } from './HomeworkRows.tsx'
import { MedicineRows } from './MedicineRows.tsx'
import { NoteFilesField } from './NoteFilesField.tsx'
import css from './NoteForm.module.css'
import { isSame, type NoteDraft, noteProblems } from './note-draft.ts'
import { SaveRow } from './SaveRow.tsx'
import { type KeptDraftProps, useKeptDraft } from './use-kept-draft.ts'
import { VaccinationRows } from './VaccinationRows.tsx'

type Props = KeptDraftProps<NoteDraft> & { form: Form; species: Species; visitOn: Day }

const monthChoices = Array.from({ length: noteLimits.months }, (_, index) => ({
  value: String(index + 1),
  label: index === 0 ? '1 month' : `${index + 1} months`,
}))

export function NoteForm(props: Props) {
  const { start, species, visitOn } = props
  const { types, texts, has, followUp } = forms[props.form]
  const { ref, draft, problems, edit, submit, afterReload } = useKeptDraft(props, (typed) =>
    noteProblems(typed, visitOn, today()),
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
      <AfterReload of={afterReload} files="files" />
      {types.length > 1 && (
        <div data-field="type" className={css.short}>
          <NativeSelect
            label="Kind"
            data={types.map((type) => ({ value: type, label: typeText[type] }))}
            value={draft.type}
            onChange={({ currentTarget }) => edit({ type: currentTarget.value as NoteType })}
          />
        </div>
      )}
      {texts.map(({ name, title, label = title, hint }) => (
        <Fragment key={name}>
          <div data-field={name}>
            <Textarea
              label={label}
              description={hint}
              rows={name === 'plan' ? 5 : 3}
              resize="vertical"
              maxLength={noteLimits.text}
              value={draft[name]}
              onChange={({ currentTarget }) => edit({ [name]: currentTarget.value })}
            />
          </div>
          {name === 'history' && has.includes('findings') && (
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
          )}
        </Fragment>
      ))}
      {has.includes('homework') && (
        <HomeworkRows rows={draft.homework} problems={problems} onChange={(homework) => edit({ homework })} />
      )}
      {has.includes('medicines') && (
        <>
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
        </>
      )}
      {has.includes('vaccinations') && (
        <VaccinationRows
          rows={draft.vaccinations}
          species={species}
          givenOn={visitOn}
          problems={problems}
          onChange={(vaccinations) => edit({ vaccinations })}
        />
      )}
      <div className={css.short}>
        <DayField
          name="followUpOn"
          label={`${followUp} on`}
          description="Optional."
          value={draft.followUpOn}
          problem={problems['followUpOn']}
          onChange={(followUpOn) => edit({ followUpOn })}
        />
      </div>
      <NoteFilesField kept={draft.kept} added={draft.added} onChange={edit} />
      <SaveRow {...props} button="Save draft" />
    </form>
  )
}
