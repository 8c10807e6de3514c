import { Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useRef } from 'react'
import { useLocation } from 'react-router'
import { PetClash, PickOne } from '#/appointments/web/index.ts'
import { limits } from '#/kernel/fields.ts'
import { dayOf, zoneLabel } from '#/kernel/time.ts'
import { ownZone } from '#/kernel/web/own-clock.ts'
import { mostComment, type Requested } from '#/sitting/request.ts'
import { type Service, services } from '#/sitting/rules.ts'
import type { SitterPage } from '#/sitting/shapes.ts'
import { serviceText } from '#/sitting/text.ts'
import { PickDates } from '#/sitting/web/find/PickDates.tsx'
import { PickPets } from '#/sitting/web/find/PickPets.tsx'
import { OtherSitters } from './OtherSitters.tsx'
import { Price } from './Price.tsx'
import css from './RequestForm.module.css'
import { SitterSummary } from './SitterSummary.tsx'
import { Terms } from './Terms.tsx'
import { useRequest } from './use-request.ts'

type Props = { sitter: SitterPage; onSent(requested: Requested): void }

const places: Readonly<Record<Service, string>> = {
  'hostel-checkin': 'Where do the pets come from? (optional)',
  'dog-walking': 'Where does the walk begin? (optional)',
  'day-care': 'Where do the pets come from? (optional)',
}

export function RequestForm({ sitter, onSent }: Props) {
  const element = useRef<HTMLFormElement>(null)
  const { pathname, search } = useLocation()
  const request = useRequest(sitter, onSent)
  const { draft, change, mine, wanted, pets, hasDog, answers, area, occurrences, problemAt } = request
  const { service } = wanted
  const zone = zoneLabel(sitter.timeZone, ownZone(), occurrences[0]?.startsAt ?? request.now)

  function submit(event: FormEvent) {
    event.preventDefault()
    const field = request.send()
    // After the problems are drawn, because some of them are above the focused field.
    if (field)
      requestAnimationFrame(() =>
        element.current
          ?.querySelector<HTMLElement>(`[data-field="${field}"] :is(input:not(:disabled), a, button)`)
          ?.focus(),
      )
  }

  return (
    <form ref={element} className={css.form} onSubmit={submit} noValidate aria-label="Booking request">
      <SitterSummary sitter={sitter} />
      <div className={css.main}>
        <section className={css.section} aria-labelledby="request-what">
          <h2 id="request-what">Service and pets</h2>
          <div data-field="service">
            <PickOne
              legend="Service"
              name="service"
              value={service}
              options={services
                .filter((one) => sitter.services.includes(one))
                .map((one) => ({ value: one, label: serviceText[one] }))}
              onChange={(next) => change({ wanted: { ...draft.wanted, service: next } })}
            />
            <Problem text={problemAt('service')} />
          </div>
          <PickPets
            mine={mine}
            service={service ?? sitter.services[0]!}
            value={wanted.petIds}
            problem={problemAt('pets')}
            addPath={`/profile/add-pet?from=${encodeURIComponent(pathname + search)}`}
            onChange={(petIds) => change({ petIds })}
          />
          {hasDog && (
            <div data-field="getsAlong">
              <PickOne
                legend={
                  pets.length > 1
                    ? 'Do they get along with other dogs?'
                    : `Does ${pets[0]!.name} get along with other dogs?`
                }
                name="gets-along"
                value={draft.getsAlong}
                options={[
                  { value: 'yes', label: 'Yes' },
                  { value: 'no', label: 'No' },
                ]}
                onChange={(getsAlong) => change({ getsAlong })}
              />
              <Problem text={problemAt('getsAlong')} />
            </div>
          )}
        </section>
        {service && (
          <section className={css.section} aria-labelledby="request-when">
            <h2 id="request-when">Dates and times</h2>
            {zone && <p className={css.quiet}>Times are the sitter’s: {zone}.</p>}
            <PickDates
              {...{ service, wanted, problemAt }}
              today={dayOf(request.now, sitter.timeZone)}
              onChange={(part) => change({ wanted: { ...draft.wanted, ...part } })}
            />
            {pets.map(({ id }) => (
              <PetClash key={id} petId={id} times={occurrences} />
            ))}
          </section>
        )}
        <section className={css.section} aria-labelledby="request-know">
          <h2 id="request-know">What {sitter.name} should know</h2>
          <Textarea
            label="Comment (optional)"
            rows={3}
            maxLength={mostComment}
            value={draft.comment}
            onChange={({ currentTarget: { value } }) => change({ comment: value })}
          />
          <Textarea
            label="Special care instructions (optional)"
            description="Medicines, food, fears: anything that helps them decide. Every sitter you ask reads this."
            rows={3}
            maxLength={limits.long}
            value={draft.specialCare}
            onChange={({ currentTarget: { value } }) => change({ specialCare: value })}
          />
          <TextInput
            label="Area (optional)"
            description="Such as Indiranagar, Bengaluru. Every sitter you ask reads this."
            maxLength={limits.title}
            value={area}
            onChange={({ currentTarget: { value } }) => change({ area: value })}
          />
          <TextInput
            label={places[service ?? 'hostel-checkin']}
            description="Only the sitter who accepts reads this."
            maxLength={limits.title}
            autoComplete="street-address"
            value={draft.location}
            onChange={({ currentTarget: { value } }) => change({ location: value })}
          />
        </section>
        <section className={css.section} aria-labelledby="request-emergency">
          <h2 id="request-emergency">Emergency contact</h2>
          <p className={css.quiet}>
            Someone {sitter.name} can call if they can’t reach you. They see it once they’ve accepted.
          </p>
          <div className={css.pair}>
            <div data-field="emergencyName">
              <TextInput
                label="Name"
                required
                maxLength={120}
                autoComplete="off"
                value={answers.emergencyName}
                error={problemAt('emergencyName')}
                onChange={({ currentTarget: { value } }) => change({ emergencyName: value })}
              />
            </div>
            <div data-field="emergencyPhone">
              <TextInput
                label="Phone number"
                required
                type="tel"
                inputMode="tel"
                maxLength={20}
                autoComplete="off"
                value={answers.emergencyPhone}
                error={problemAt('emergencyPhone')}
                onChange={({ currentTarget: { value } }) => change({ emergencyPhone: value })}
              />
            </div>
          </div>
        </section>
        <OtherSitters request={request} />
        {sitter.isPaidHere && <Terms request={request} />}
      </div>
      <Price request={request} />
    </form>
  )
}

function Problem({ text }: { text: string | undefined }) {
  return (
    text && (
      <p role="alert" className={css.problem}>
        {text}
      </p>
    )
  )
}
