import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { UnsavedChanges } from '#/kernel/web/form/UnsavedChanges.tsx'
import { problem, useDraft } from '#/kernel/web/form/use-draft.ts'
import { mostPets } from '#/sitting/rules.ts'
import type { OwnCalendar } from '#/sitting/shapes.ts'
import { sitting } from '#/sitting/web/sitting.ts'
import { noticeText } from '#/sitting/words.ts'
import css from './RoomForm.module.css'
import { useCalendarWrite } from './use-calendar-write.ts'

const hour = 60
const notices = [0, 1, 2, 4, 8, 12, 24, 48, 72, 168, 336].map((hours) => hours * hour)

const draftOf = ({ maxPets, minimumNoticeMinutes }: OwnCalendar) => ({
  maxPets: String(maxPets),
  notice: String(minimumNoticeMinutes),
})

/** Edits how many pets a sitter takes, and the minimum notice. */
export function RoomForm({ calendar }: { calendar: OwnCalendar }) {
  const [saved, setSaved] = useState(() => draftOf(calendar))
  const { ref, draft, problems, failure, change, fail, check } = useDraft(saved, ({ maxPets }) =>
    problem(
      'maxPets',
      !(/^\d{1,2}$/.test(maxPets.trim()) && Number(maxPets) >= 1 && Number(maxPets) <= mostPets) &&
        `1 to ${mostPets} pets`,
    ),
  )
  const save = useCalendarWrite(sitting.call.saveSettings, {
    told: 'Your booking rules are saved.',
    onSaved: ({ maxPets, minimumNoticeMinutes }) =>
      setSaved({ maxPets: String(maxPets), notice: String(minimumNoticeMinutes) }),
    onFailed: fail,
  })
  const known = [...new Set([...notices, Number(saved.notice)])].sort((a, b) => a - b)
  return (
    <form
      ref={ref}
      className={css.section}
      noValidate
      aria-labelledby="booking-rules"
      onSubmit={(event) => {
        const typed = check(event)
        if (typed && !save.isPending)
          save.mutate({ maxPets: Number(typed.maxPets), minimumNoticeMinutes: Number(typed.notice) })
      }}
    >
      <h2 id="booking-rules">Booking rules</h2>
      <div data-field="maxPets" className={css.narrow}>
        <TextInput
          label="Pets at once"
          description="From all owners together. Bookings you’ve accepted stay."
          inputMode="numeric"
          autoComplete="off"
          maxLength={2}
          value={draft.maxPets}
          error={problems.maxPets}
          onChange={({ currentTarget: { value } }) => change({ maxPets: value })}
        />
      </div>
      <NativeSelect
        className={css.narrow}
        label="Minimum notice"
        description="How long before the start owners must ask."
        value={draft.notice}
        data={known.map((minutes) => ({
          value: String(minutes),
          label: minutes === 0 ? 'None' : noticeText(minutes),
        }))}
        onChange={({ currentTarget: { value } }) => change({ notice: value })}
      />
      <p role="alert" className={css.failure}>
        {failure}
      </p>
      <div className={css.actions}>
        <Button type="submit" aria-disabled={save.isPending}>
          {save.isPending ? 'Saving...' : 'Save booking rules'}
        </Button>
      </div>
      <UnsavedChanges unsaved={JSON.stringify(draft) !== JSON.stringify(saved)} />
    </form>
  )
}
