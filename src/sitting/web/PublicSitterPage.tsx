import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearchParams } from 'react-router'
import { useSession } from '#/accounts/web/index.ts'
import { Note } from '#/appointments/web/index.ts'
import { formatMoney } from '#/kernel/money.ts'
import { isUuid } from '#/kernel/uuid.ts'
import { errorCode } from '#/kernel/web/error-text.ts'
import { Loaded } from '#/kernel/web/form/Loaded.tsx'
import { ReviewList } from '#/ratings/web/index.ts'
import type { SitterPage } from '#/sitting/shapes.ts'
import { policyText, serviceText } from '#/sitting/text.ts'
import { paths, readAddress } from './find/address.ts'
import { PhotoList } from './PhotoList.tsx'
import css from './PublicSitterPage.module.css'
import { AskSitter } from './profile/AskSitter.tsx'
import { HomeFacts } from './profile/HomeFacts.tsx'
import { ReliabilityFacts } from './profile/ReliabilityFacts.tsx'
import { RoomCalendar } from './profile/RoomCalendar.tsx'
import { Section } from './profile/Section.tsx'
import { SitterHeader } from './profile/SitterHeader.tsx'
import { nightPrice } from './rates.ts'
import { sitterById } from './sitting.ts'

/** Shows a sitter to everyone. */
export default function PublicSitterPage() {
  const { sitterId = '' } = useParams()
  const id = sitterId.toLowerCase()
  const query = useQuery({ ...sitterById(id), enabled: isUuid(id) })
  if (!isUuid(id) || (query.isError && errorCode(query.error) === 'request.not_found')) return <NotFound />
  return (
    <div className={css.page}>
      <Loaded query={query} what="this sitter">
        {(sitter) => <Sitter sitter={sitter} />}
      </Loaded>
    </div>
  )
}

function NotFound() {
  return (
    <div className={css.page}>
      <h1 className={css.spoken}>Sitter profile</h1>
      <Note
        drawing="no-results"
        title="Sitter not found"
        action={
          <Button component={Link} to={paths.search}>
            Find a pet sitter
          </Button>
        }
      />
    </div>
  )
}

function hoursText({ name, hours, services }: SitterPage): string {
  if (!hours) return `${name} has no set hours: you can ask for any time.`
  const isStaysOnly = services.every((service) => service === 'hostel-checkin')
  if (isStaysOnly) return `Drop-off and pick-up: ${hours}.`
  return services.includes('hostel-checkin')
    ? `${hours}. Stays are dropped off and picked up in these hours.`
    : `${hours}.`
}

function Sitter({ sitter }: { sitter: SitterPage }) {
  const [params] = useSearchParams()
  const address = readAddress(params)
  const isOwn = useSession().user?.records['pet_sitter'] === sitter.id
  const { id, name, bio, photos, services, hourlyRate, refundPolicy } = sitter
  const policy = policyText[refundPolicy]
  return (
    <div className={css.columns}>
      <SitterHeader sitter={sitter} />
      <aside className={css.side}>
        <AskSitter sitter={sitter} address={address} isOwn={isOwn} />
      </aside>
      <div className={css.main}>
        <Section title="Services and rates">
          <ul className={css.rates}>
            {services.map((service) => (
              <li key={service}>
                <span>{serviceText[service]}</span>
                <span className="tabular">
                  <strong>
                    {formatMoney(service === 'hostel-checkin' ? nightPrice(sitter) : hourlyRate)}
                  </strong>{' '}
                  {service === 'hostel-checkin' ? 'per night' : 'per hour'}
                </span>
              </li>
            ))}
          </ul>
        </Section>
        {bio && (
          <Section title={`About ${name}`}>
            <p className={css.bio}>{bio}</p>
          </Section>
        )}
        <Section title="Home and pets">
          <HomeFacts sitter={sitter} />
        </Section>
        <Section title="Photos">
          {photos.length > 0 ? (
            <PhotoList photos={photos} by={name} />
          ) : (
            <p className={css.quiet}>No Photos Available</p>
          )}
        </Section>
        <Section title="Hours">
          <p className={css.policy}>{hoursText(sitter)}</p>
        </Section>
        <Section title="Calendar">
          <RoomCalendar sitterId={id} name={name} />
        </Section>
        <Section title="If you cancel">
          <p className={css.policy}>
            <strong>{policy.name}.</strong> {policy.line}. If {name} or we cancel, you’re always refunded in
            full.
          </p>
        </Section>
        <Section title="Reliability">
          <ReliabilityFacts reliability={sitter.reliability} />
        </Section>
        <Section title="Reviews">
          <ReviewList providerId={id} of={name} />
        </Section>
      </div>
    </div>
  )
}
