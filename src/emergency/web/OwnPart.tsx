import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { Own, OwnPet } from '#/emergency/contract.ts'
import { dayOf } from '#/kernel/time.ts'
import { momentText, ownZone } from '#/kernel/web/own-clock.ts'
import { read } from '#/kernel/web/read.ts'
import { useNow } from '#/kernel/web/use-now.ts'
import { CallCard } from './CallCard.tsx'
import css from './Emergency.module.css'
import { ChevronIcon } from './icons.tsx'
import { petFacts, petLine } from './own-facts.ts'

/** An answer that is older was kept by the service worker. Clocks may differ by some minutes. */
const newForMs = 600_000

/** Shows members their vets' numbers and their pets' health facts. The service worker keeps both. */
export default function OwnPart() {
  const [own, setOwn] = useState<Own>()
  const [isFailed, setFailed] = useState(false)
  const [isOld, setOld] = useState(false)
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new try asks again
  useEffect(() => {
    let gone = false
    read<Own>('/api/emergency/own').then(
      (answer) => {
        if (gone) return
        setOwn(answer)
        setOld(Date.now() - Date.parse(answer.at) > newForMs)
        setFailed(false)
      },
      () => !gone && setFailed(true),
    )
    const again = () => setTries((count) => count + 1)
    window.addEventListener('online', again)
    return () => {
      gone = true
      window.removeEventListener('online', again)
    }
  }, [tries])
  return (
    <section aria-labelledby="own-vets">
      <h2 id="own-vets" className={css.section}>
        Your vets and pets
      </h2>
      {!own && !isFailed && (
        <p role="status" className={css.lead}>
          Looking up your vets and pets…
        </p>
      )}
      {!own && isFailed && (
        <>
          <p role="alert" className={css.lead}>
            We couldn’t load your vets and pets. The other numbers work without them.
          </p>
          <button type="button" className={css.quiet} onClick={() => setTries((count) => count + 1)}>
            Retry
          </button>
        </>
      )}
      {own && <Vets own={own} isOld={isOld} />}
      {own && own.pets.length > 0 && <Pets pets={own.pets} />}
    </section>
  )
}

function Vets({ own: { at, vets, pets }, isOld }: { own: Own; isOld: boolean }) {
  return (
    <>
      {isOld && <p className={css.lead}>We can’t be reached. This is from {momentText(new Date(at))}.</p>}
      {pets.length === 0 ? (
        <p className={css.lead}>
          <Link to="/profile/add-pet">Add your pet</Link>, with its vet’s number and what a vet should know.
          You’ll find both here in an emergency, also without a network.
        </p>
      ) : vets.length === 0 ? (
        <p className={css.lead}>
          We don’t know your vet’s number yet. Add it on{' '}
          <Link to={pageOf(pets[0]!)}>{pets[0]!.name}’s page</Link>.
        </p>
      ) : (
        <ul className={css.calls}>
          {vets.map(({ name, phone, of }) => (
            <CallCard key={phone} name={name} phone={phone}>
              <p>{of.length > 0 ? `Usual vet of ${listOf(of)}` : 'You’ve booked here'}</p>
            </CallCard>
          ))}
        </ul>
      )}
    </>
  )
}

function Pets({ pets }: { pets: readonly OwnPet[] }) {
  const today = dayOf(useNow(), ownZone())
  return (
    <div className={css.calls}>
      {pets.map((pet) => {
        const facts = petFacts(pet)
        return (
          <details key={pet.id} className={css.card}>
            <summary>
              <div>
                <h3>{pet.name}</h3>
                <span className={css.soft}>{petLine(pet, today)}</span>
              </div>
              <ChevronIcon />
            </summary>
            <div className={css.advice}>
              {facts.length > 0 ? (
                <dl className={css.known}>
                  {facts.map(({ label, value }) => (
                    <div key={label} className={css.row}>
                      <dt>{label}</dt>
                      <dd>{value}</dd>
                    </div>
                  ))}
                </dl>
              ) : (
                <p>You haven’t noted allergies, conditions or medicines yet.</p>
              )}
              <Link to={pageOf(pet)} className={css.back}>
                {pet.name}’s page
              </Link>
            </div>
          </details>
        )
      })}
    </div>
  )
}

const pageOf = ({ id }: { id: string }) => `/profile/add-pet?pet=${id}`
const listOf = (names: readonly string[]) => new Intl.ListFormat('en-GB').format(names)
