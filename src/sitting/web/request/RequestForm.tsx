import { Textarea, TextInput } from '@mantine/core'
import { PetClash, PickOne } from '#/appointments/web/index.ts'
import { limits } from '#/kernel/fields.ts'
import { dayOf, zoneLabel } from '#/kernel/time.ts'
import { ownZone } from '#/kernel/web/own-clock.ts'
import { mostComment, type Requested } from '#/sitting/request.ts'
import type { Service } from '#/sitting/rules.ts'
import type { SitterPage } from '#/sitting/shapes.ts'
import { withService } from '#/sitting/web/find/address.ts'
import { PickDates } from '#/sitting/web/find/PickDates.tsx'
import { leftTexts } from '#/sitting/words.ts'
import { OtherSitters } from './OtherSitters.tsx'
import { Price, PriceBar } from './Price.tsx'
import css from './SitterForm.module.css'
import { FormSection, Problem, ServiceAndPets, SitterForm } from './SitterForm.tsx'
import { Terms } from './Terms.tsx'
import { useRequest } from './use-request.ts'

type Props = { sitter: SitterPage; onSent(requested: Requested): void }

const places: Readonly<Record<Service, string>> = {
  'hostel-checkin': 'Where do the pets come from? (optional)',
  'dog-walking': 'Where does the walk begin? (optional)',
  'day-care': 'Where do the pets come from? (optional)',
}

/** Says which days of a repeat won't take place. */
function LeftOut({ days, sitter }: { days: ReturnType<typeof useRequest>['leftOut']; sitter: string }) {
  return (
    <div role="status" className={css.quiet}>
      {leftTexts(days, sitter).map((text) => (
        <p key={text}>{text}</p>
      ))}
    </div>
  )
}

export function RequestForm({ sitter, onSent }: Props) {
  const request = useRequest(sitter, onSent)
  const { draft, change, mine, wanted, pets, hasDog, answers, area, occurrences, problemAt } = request
  const { service, petIds } = wanted
  const zone = zoneLabel(sitter.timeZone, ownZone(), occurrences[0]?.startsAt ?? request.now)
  return (
    <SitterForm
      sitter={sitter}
      mine={mine}
      label="Booking request"
      send={request.send}
      aside={(isWaiting) => (
        <>
          <Price request={request} isWaiting={isWaiting} />
          <PriceBar request={request} isWaiting={isWaiting} />
        </>
      )}
    >
      <ServiceAndPets
        sitter={sitter}
        mine={mine}
        service={service}
        petIds={petIds}
        legend="Service"
        problems={{ service: problemAt('service'), pets: problemAt('pets') }}
        onService={(next) => change({ wanted: withService(draft.wanted, next) })}
        onPets={(next) => change({ petIds: next })}
      >
        {hasDog && (
          <div data-field="getsAlong">
            <PickOne
              legend={
                pets.length > 1
                  ? 'Do they get along with other dogs?'
                  : `Does ${pets[0]!.name} get along with other dogs?`
              }
              name="gets-along"
              value={answers.getsAlong}
              options={[
                { value: 'yes', label: 'Yes' },
                { value: 'no', label: 'No' },
              ]}
              onChange={(getsAlong) => change({ getsAlong })}
            />
            <Problem text={problemAt('getsAlong')} />
          </div>
        )}
      </ServiceAndPets>
      {service && (
        <FormSection title="Dates and times">
          {zone && <p className={css.quiet}>Times are the sitter’s: {zone}.</p>}
          <PickDates
            service={service}
            wanted={wanted}
            problemAt={problemAt}
            today={dayOf(request.now, sitter.timeZone)}
            onChange={(part) => change({ wanted: { ...draft.wanted, ...part } })}
          />
          {pets.map(({ id }) => (
            <PetClash key={id} petId={id} times={occurrences} exceptProviderId={sitter.id} />
          ))}
          <LeftOut days={request.leftOut} sitter={sitter.name} />
        </FormSection>
      )}
      <FormSection title={`What ${sitter.name} should know`}>
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
          value={answers.specialCare}
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
      </FormSection>
      <FormSection title="Emergency contact">
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
      </FormSection>
      <OtherSitters request={request} />
      {sitter.isPaidHere && <Terms request={request} />}
    </SitterForm>
  )
}
