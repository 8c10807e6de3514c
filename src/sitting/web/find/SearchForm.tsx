import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useSession } from '#/accounts/web/index.ts'
import { limits } from '#/kernel/fields.ts'
import { dayOf } from '#/kernel/time.ts'
import form from '#/kernel/web/form/form.module.css'
import { ownZone } from '#/kernel/web/own-clock.ts'
import { useKnownPlace, useKnownPosition } from '#/location/web/index.ts'
import { useMyPets } from '#/pets/web/index.ts'
import type { Service } from '#/sitting/rules.ts'
import {
  addressOf,
  paths,
  readAddress,
  type SitterAddress,
  searchPath,
  usualRadius,
  type Wanted,
  withService,
} from './address.ts'
import { type DraftField, problemsOf } from './draft-problems.ts'
import { PickDates } from './PickDates.tsx'
import { mayCome, PickPets } from './PickPets.tsx'
import { PickService } from './PickService.tsx'

/** Fields that the owner hasn't touched follow what is known about them. */
type Draft = Omit<Wanted, 'near' | 'petIds'> & { near: string | null; petIds: readonly string[] | null }

export function SearchForm({ preset }: { preset: Service | null }) {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const element = useRef<HTMLFormElement>(null)
  const [tried, setTried] = useState(false)
  const [begun] = useState(() => readAddress(params))
  const [draft, setDraft] = useState<Draft>(() => startOf(begun, preset, params.get('pet')))
  const mine = useMyPets({ all: true })
  const { user } = useSession()
  const userId = user?.id ?? null
  const position = useKnownPosition(userId)
  const place = useKnownPlace(userId)
  const known = position?.name ?? place ?? user?.city ?? ''

  const coming = mine.pets.filter((pet) => mayCome(draft.service, pet)).map(({ id }) => id)
  const petIds = draft.petIds ? draft.petIds.filter((id) => coming.includes(id)) : onlyOne(coming)
  const wanted: Wanted = { ...draft, near: (draft.near ?? known).trim(), petIds }
  const problems = problemsOf(wanted, dayOf(new Date(), ownZone()))
  const problemAt = (field: DraftField) =>
    tried ? problems.find((problem) => problem.field === field)?.text : undefined
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part })

  function search(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    const [first] = problems
    if (first)
      return element.current?.querySelector<HTMLElement>(`[data-field="${first.field}"] input`)?.focus()
    const address = { wanted, filters: filtersFor(begun, wanted.near) }
    // Back leads to the form as it was sent.
    window.history.replaceState(window.history.state, '', searchPath(address))
    void navigate(addressOf(paths.results, address))
  }

  const { service } = draft
  const here = searchPath({ ...begun, wanted: { ...wanted, petIds: draft.petIds ?? [] } })
  return (
    <form ref={element} onSubmit={search} noValidate aria-label="Find a pet sitter">
      <PickService
        value={service}
        problem={problemAt('service')}
        onChange={(to) => setDraft(withService(draft, to))}
      />
      {service && (
        <div className={form.form}>
          <PickPets
            mine={mine}
            service={service}
            value={petIds}
            problem={problemAt('pets')}
            addPath={`/profile/add-pet?from=${encodeURIComponent(here)}`}
            onChange={(ids) => change({ petIds: ids })}
          />
          <TextInput
            label="Place (optional)"
            placeholder="City, area or PIN code"
            description={service === 'dog-walking' ? 'Where the walks begin.' : 'Near where you’d drop off.'}
            maxLength={limits.title}
            autoComplete="off"
            value={draft.near ?? known}
            onChange={(event) => change({ near: event.currentTarget.value })}
          />
          <PickDates
            service={service}
            wanted={wanted}
            problemAt={problemAt}
            today={dayOf(new Date(), ownZone())}
            onChange={change}
          />
          <div className={form.actions}>
            <Button type="submit">Search pet sitters</Button>
          </div>
        </div>
      )}
    </form>
  )
}

function startOf({ wanted }: SitterAddress, preset: Service | null, newPetId: string | null): Draft {
  const petIds = newPetId && !wanted.petIds.includes(newPetId) ? [...wanted.petIds, newPetId] : wanted.petIds
  return {
    ...withService(wanted, preset ?? wanted.service),
    // A search that was sent without a place stays without one.
    near: wanted.near || (wanted.from ? '' : null),
    petIds: petIds.length > 0 ? petIds : null,
  }
}

const onlyOne = (ids: string[]) => (ids.length === 1 ? ids : [])

/** A search around a new place begins with the usual distance. */
function filtersFor({ wanted, filters }: SitterAddress, near: string): SitterAddress['filters'] {
  const { within, ...others } = filters
  if (!near) return others
  const radius = near === wanted.near ? within : (within ?? usualRadius)
  return { ...others, ...(radius && { within: radius }) }
}
