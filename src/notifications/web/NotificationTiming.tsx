import { Button, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { SyntheticEvent } from 'react'
import { useSession } from '#/accounts/web/index.ts'
import { errorText } from '#/kernel/web/error-text.ts'
import { ChoiceField } from '#/kernel/web/form/ChoiceField.tsx'
import form from '#/kernel/web/form/form.module.css'
import { UnsavedChanges } from '#/kernel/web/form/UnsavedChanges.tsx'
import { type Problems, useDraft } from '#/kernel/web/form/use-draft.ts'
import { YesField } from '#/kernel/web/form/YesField.tsx'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import { deviceZone } from '#/kernel/web/zone-names.ts'
import { placeOfZone } from '#/kernel/zone.ts'
import {
  dailyClock,
  type MailPace,
  type Timing,
  urgentHours,
  usualQuietHours,
} from '#/notifications/timing.ts'
import css from './NotificationTiming.module.css'
import { notifications } from './notifications.ts'

const choicesOptions = notifications.query.choices.queryOptions()

/** Lets people choose how often emails come, and when they wait. */
export function NotificationTiming() {
  // The choices above show the skeleton and the error of this request.
  const { data } = useQuery(choicesOptions)
  if (!data) return null
  if (!data.email && data.push.devices === 0 && !data.texts?.phone)
    return <p className={css.lead}>Add an email address to get notifications by email.</p>
  return <Form saved={data.timing} hasAddress={data.email !== null} />
}

type Draft = { pace: MailPace; isQuiet: boolean; from: string; until: string }

const draftOf = ({ pace, quiet }: Timing): Draft => ({
  pace,
  isQuiet: quiet !== null,
  ...(quiet ?? usualQuietHours),
})
const timingOf = ({ pace, isQuiet, from, until }: Draft): Timing => ({
  pace,
  quiet: isQuiet ? { from, until } : null,
})

function problemsOf({ isQuiet, from, until }: Draft): Problems<'from' | 'until'> {
  if (!isQuiet) return {}
  return {
    ...(!from && { from: 'Enter a time' }),
    ...(!until && { until: 'Enter a time' }),
    ...(from && until && from === until && { until: 'Enter another time than the start' }),
  }
}

const paces: readonly { value: MailPace; label: string; hint?: string }[] = [
  { value: 'at_once', label: 'As things happen' },
  { value: 'daily', label: 'Once a day', hint: `At ${dailyClock}, in one email, if you haven’t read them` },
  { value: 'urgent', label: 'Only if it’s urgent' },
]

function Form({ saved, hasAddress }: { saved: Timing; hasAddress: boolean }) {
  const zone = useSession().user?.timeZone ?? deviceZone()
  const { ref, draft, problems, failure, change, fail, check } = useDraft(() => draftOf(saved), problemsOf)
  const client = useQueryClient()
  const save = useWrite(notifications.call.setTiming, {
    onSuccess(_done, timing) {
      client.setQueryData(choicesOptions.queryKey, (data) => data && { ...data, timing })
      toast({ kind: 'success', message: 'Saved' })
    },
    onError: (error) => fail(errorText(error, {}, 'We couldn’t save that. Please try again.')),
  })
  const isChanged = JSON.stringify(timingOf(draft)) !== JSON.stringify(saved)

  function submit(event: SyntheticEvent) {
    const given = check(event)
    if (given && !save.isPending) save.mutate(timingOf(given))
  }
  return (
    <form ref={ref} className={css.form} onSubmit={submit} noValidate>
      {hasAddress && (
        <ChoiceField
          field={{
            kind: 'one',
            name: 'pace',
            label: 'How often',
            hint: 'Unless you’ve chosen otherwise for a kind above',
            options: paces,
          }}
          value={draft.pace}
          problem={undefined}
          onChange={(pace) => change({ pace: pace as MailPace })}
        />
      )}
      <YesField
        field={{
          kind: 'yes',
          name: 'isQuiet',
          label: 'Quiet hours',
          hint: 'Emails, push notifications and texts wait until they end. The bell doesn’t.',
        }}
        value={draft.isQuiet}
        problem={undefined}
        onChange={(isQuiet) => change({ isQuiet })}
      />
      {draft.isQuiet && (
        <div className={css.times}>
          {(['from', 'until'] as const).map((name) => (
            <div key={name} data-field={name}>
              <TextInput
                type="time"
                label={name === 'from' ? 'From' : 'Until'}
                required
                withAsterisk={false}
                value={draft[name]}
                error={problems[name]}
                onChange={({ currentTarget }) => change({ [name]: currentTarget.value })}
              />
            </div>
          ))}
          <p className={css.zone}>{placeOfZone(zone)} time</p>
        </div>
      )}
      <p className={css.lead}>
        These are urgent and wait neither for the daily email nor for quiet hours: news about a visit that
        starts or a payment that is due within {urgentHours} hours, a walk that begins late, a sighting of
        your lost pet, the reminders you set for your own to-dos, and emails about your login.
      </p>
      {failure && (
        <p role="alert" className={form.failure}>
          {failure}
        </p>
      )}
      <Button type="submit" disabled={save.isPending}>
        {save.isPending ? 'Saving...' : 'Save'}
      </Button>
      <UnsavedChanges unsaved={isChanged} />
    </form>
  )
}
