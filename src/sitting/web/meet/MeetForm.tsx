import { Button, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { PickOne } from '#/appointments/web/index.ts'
import { limits } from '#/kernel/fields.ts'
import { dayOf, zoneLabel } from '#/kernel/time.ts'
import { ownZone } from '#/kernel/web/own-clock.ts'
import { type MeetKind, meetAnswerHours, meetKinds, meetMinutes, mostMeetMessage } from '#/sitting/meet.ts'
import { services } from '#/sitting/rules.ts'
import type { SitterPage } from '#/sitting/shapes.ts'
import { meetKindText, serviceText } from '#/sitting/text.ts'
import { PickPets } from '#/sitting/web/find/PickPets.tsx'
import form from '#/sitting/web/request/RequestForm.module.css'
import { SitterSummary } from '#/sitting/web/request/SitterSummary.tsx'
import css from './MeetForm.module.css'
import { PickTimes } from './PickTimes.tsx'
import { useMeetForm } from './use-meet-form.ts'

const placeHints = {
  public: 'Such as a park or a café that suits you both.',
  owners_home: 'They see it once you’ve agreed on a time.',
} as const

/** Asks a sitter for a meet & greet. */
export function MeetForm({ sitter }: { sitter: SitterPage }) {
  const element = useRef<HTMLFormElement>(null)
  const { pathname, search } = useLocation()
  const { name, timeZone } = sitter
  const meet = useMeetForm(sitter)
  const { draft, change, mine, petIds, isHost, now, problems, timeProblems, failure, busy } = meet
  const { service, kind } = draft
  const zone = zoneLabel(timeZone, ownZone(), now)

  function submit(event: FormEvent) {
    event.preventDefault()
    const field = meet.send()
    // After the problems are drawn, because some of them are above the focused field.
    if (field)
      requestAnimationFrame(() =>
        element.current
          ?.querySelector<HTMLElement>(`[data-field="${field}"] :is(input:not(:disabled), a, button)`)
          ?.focus(),
      )
  }

  return (
    <form ref={element} className={form.form} onSubmit={submit} noValidate aria-label="Meet & greet">
      <SitterSummary sitter={sitter} />
      <div className={form.main}>
        <section className={form.section} aria-labelledby="meet-what">
          <h2 id="meet-what">Service and pets</h2>
          <div data-field="service">
            <PickOne
              legend="What do you need a sitter for?"
              name="service"
              value={service}
              options={services
                .filter((one) => sitter.services.includes(one))
                .map((one) => ({ value: one, label: serviceText[one] }))}
              onChange={(next) => change({ service: next })}
            />
            {problems.service && (
              <p role="alert" className={form.problem}>
                {problems.service}
              </p>
            )}
          </div>
          <PickPets
            mine={mine}
            service={service ?? sitter.services[0]!}
            value={petIds}
            problem={problems.pets}
            addPath={`/profile/add-pet?from=${encodeURIComponent(pathname + search)}`}
            onChange={(next) => change({ petIds: next })}
          />
        </section>
        <section className={form.section} aria-labelledby="meet-where">
          <h2 id="meet-where">Where you’ll meet</h2>
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
        </section>
        <section className={form.section} aria-labelledby="meet-when">
          <h2 id="meet-when">Times that suit you</h2>
          <p className={form.quiet}>
            {name} picks one, or suggests another.{zone && ` Times are the sitter’s: ${zone}.`}
          </p>
          <PickTimes
            value={draft.times}
            today={dayOf(now, timeZone)}
            problems={timeProblems}
            onChange={(times) => change({ times })}
          />
        </section>
        <section className={form.section} aria-labelledby="meet-know">
          <h2 id="meet-know">What {name} should know</h2>
          <Textarea
            label="Message (optional)"
            description="What you’d like to talk about, or what your pets are like."
            rows={3}
            maxLength={mostMeetMessage}
            value={draft.message}
            onChange={({ currentTarget: { value } }) => change({ message: value })}
          />
        </section>
      </div>
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
        <Button type="submit" fullWidth aria-disabled={busy}>
          {busy ? 'Sending...' : 'Ask for a meet & greet'}
        </Button>
      </aside>
    </form>
  )
}

const hostHint = (kind: MeetKind, name: string): string =>
  `${name} tells you the ${kind === 'video' ? 'link' : kind === 'phone' ? 'number' : 'address'} when you’ve agreed on a time.`
