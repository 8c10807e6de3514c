import { Button, Textarea, TextInput } from '@mantine/core'
import { Link } from 'react-router'
import { PickOne } from '#/appointments/web/index.ts'
import { limits } from '#/kernel/fields.ts'
import { dayOf, zoneLabel } from '#/kernel/time.ts'
import { ownZone } from '#/kernel/web/own-clock.ts'
import { type MeetKind, meetAnswerHours, meetKinds, meetMinutes, mostMeetMessage } from '#/sitting/meet.ts'
import type { SitterPage } from '#/sitting/shapes.ts'
import { meetKindText } from '#/sitting/text.ts'
import form from '#/sitting/web/request/SitterForm.module.css'
import { FormSection, ServiceAndPets, SitterForm } from '#/sitting/web/request/SitterForm.tsx'
import css from './MeetForm.module.css'
import { PickTimes } from './PickTimes.tsx'
import { useMeetForm } from './use-meet-form.ts'

const placeHints = {
  public: 'Such as a park or a café that suits you both.',
  owners_home: 'They see it once you’ve agreed on a time.',
} as const

/** Asks a sitter for a meet & greet. */
export function MeetForm({ sitter }: { sitter: SitterPage }) {
  const { name, timeZone } = sitter
  const meet = useMeetForm(sitter)
  const { draft, change, mine, petIds, isHost, now, problems, timeProblems, failure, busy } = meet
  const { service, kind } = draft
  const zone = zoneLabel(timeZone, ownZone(), now)
  return (
    <SitterForm
      sitter={sitter}
      mine={mine}
      label="Meet & greet"
      send={meet.send}
      aside={(isWaiting) => (
        <aside className={css.send} aria-label="Before you ask">
          <h2>Free, with no obligation</h2>
          <ul>
            <li>It costs nothing, and neither of you has to book or accept afterwards.</li>
            <li>It takes about {meetMinutes} minutes and blocks no one’s calendar.</li>
            <li>For a first meeting, a public place by day is best.</li>
            <li>
              {name} has {meetAnswerHours} hours to answer.
            </li>
          </ul>
          {failure && (
            <p role="alert" className={css.failure}>
              {failure.text} {failure.way && <Link to={failure.way.to}>{failure.way.label}</Link>}
            </p>
          )}
          <Button type="submit" fullWidth aria-disabled={busy || isWaiting}>
            {busy || isWaiting ? 'Sending...' : 'Ask for a meet & greet'}
          </Button>
        </aside>
      )}
    >
      <ServiceAndPets
        sitter={sitter}
        mine={mine}
        service={service}
        petIds={petIds}
        problems={problems}
        legend="What do you need a sitter for?"
        onService={(next) => change({ service: next })}
        onPets={(next) => change({ petIds: next })}
      />
      <FormSection title="Where you’ll meet">
        <PickOne
          legend="Where or how?"
          name="kind"
          value={kind}
          options={meetKinds.map((one) => ({ value: one, label: meetKindText(one, name) }))}
          onChange={(next) => change({ kind: next })}
          hint={isHost ? undefined : hostHint(kind, name)}
        />
        {isHost && (
          <div data-field="place">
            <TextInput
              label={kind === 'public' ? 'Place' : 'Your address'}
              description={placeHints[kind as keyof typeof placeHints]}
              required
              maxLength={limits.title}
              autoComplete={kind === 'public' ? 'off' : 'street-address'}
              value={draft.place}
              error={problems.place}
              onChange={({ currentTarget: { value } }) => change({ place: value })}
            />
          </div>
        )}
      </FormSection>
      <FormSection title="Times that suit you">
        <p className={form.quiet}>
          {name} picks one, or suggests another.{zone && ` Times are the sitter’s: ${zone}.`}
        </p>
        <PickTimes
          value={draft.times}
          today={dayOf(now, timeZone)}
          problems={timeProblems}
          onChange={(times) => change({ times })}
        />
      </FormSection>
      <FormSection title={`What ${name} should know`}>
        <div data-field="message">
          <Textarea
            label="Message (optional)"
            description="What you’d like to talk about, or what your pets are like."
            rows={3}
            maxLength={mostMeetMessage}
            value={draft.message}
            error={problems.message}
            onChange={({ currentTarget: { value } }) => change({ message: value })}
          />
        </div>
      </FormSection>
    </SitterForm>
  )
}

const hostHint = (kind: MeetKind, name: string): string =>
  `${name} tells you the ${kind === 'video' ? 'link' : kind === 'phone' ? 'number' : 'address'} when you’ve agreed on a time.`
