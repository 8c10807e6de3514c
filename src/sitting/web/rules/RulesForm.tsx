import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { errorText } from '#/kernel/web/error-text.ts'
import { UnsavedChanges } from '#/kernel/web/form/UnsavedChanges.tsx'
import { problem, useDraft } from '#/kernel/web/form/use-draft.ts'
import { queryClient } from '#/kernel/web/query-client.ts'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import { mostPets } from '#/sitting/rules.ts'
import type { BookingRules } from '#/sitting/shapes.ts'
import { sittingText } from '#/sitting/text.ts'
import { sitting } from '#/sitting/web/sitting.ts'
import { noticeText } from '#/sitting/words.ts'
import css from './RulesForm.module.css'

const { query } = sitting
const notices = [0, 1, 2, 4, 8, 12, 24, 48, 72, 168, 336].map((hours) => hours * 60)

const draftOf = ({ maxPets, minimumNoticeMinutes }: BookingRules) => ({
  maxPets: String(maxPets),
  notice: String(minimumNoticeMinutes),
})

/** Edits how many pets a sitter takes, and the minimum notice. */
export function RulesForm({ rules }: { rules: BookingRules }) {
  const [saved, setSaved] = useState(() => draftOf(rules))
  const { ref, draft, problems, failure, change, fail, check } = useDraft(saved, ({ maxPets }) =>
    problem(
      'maxPets',
      !(/^\d{1,2}$/.test(maxPets.trim()) && Number(maxPets) >= 1 && Number(maxPets) <= mostPets) &&
        `1 to ${mostPets} pets`,
    ),
  )
  const save = useWrite(sitting.call.saveBookingRules, {
    onSuccess(now) {
      queryClient.setQueryData(query.bookingRules.queryOptions().queryKey, now)
      for (const shown of [query.profile, query.calendar, query.sitter, query.sitters])
        void queryClient.invalidateQueries({ queryKey: shown.key() })
      toast({ kind: 'success', message: 'Your booking rules are saved.' })
      setSaved(draftOf(now))
    },
    onError(error) {
      // They may have changed in another window.
      void queryClient.invalidateQueries({ queryKey: query.bookingRules.key() })
      fail(errorText(error, sittingText))
    },
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
