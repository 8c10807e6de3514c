import { Button, NativeSelect } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { useSession } from '#/accounts/web/index.ts'
import type { CarePet } from '#/care/contract.ts'
import { formOfTrade, forms } from '#/care/forms.ts'
import { kindText, severityText } from '#/care/incidents.ts'
import { type NoteType, noteTypes } from '#/care/rules.ts'
import { noNotesText, typeText } from '#/care/text.ts'
import { unknownErrorText } from '#/kernel/text.ts'
import { formatDay, formatInstant, zoneLabel } from '#/kernel/time.ts'
import { byCursor } from '#/kernel/web/list/by-cursor.ts'
import { PagedList } from '#/kernel/web/list/PagedList.tsx'
import { ownZone } from '#/kernel/web/own-clock.ts'
import { ViewFrame } from '#/kernel/web/ViewFrame.tsx'
import { noteAddress } from './addresses.ts'
import { renewEvery } from './booking-notes.ts'
import { care } from './care.ts'
import { NoteCard } from './NoteCard.tsx'
import { PetAndDue } from './PetAndDue.tsx'
import { PictureRow } from './PictureRow.tsx'
import css from './TimelineView.module.css'
import { usePetChoices } from './use-pet-choices.ts'
import { momentText } from './words.ts'

const typeChoices = [
  { value: '', label: 'All kinds' },
  ...noteTypes.map((type) => ({ value: type, label: typeText[type] })),
]

/** `asked` is the pet in the address; by default the first pet is shown. */
export function TimelineView({ asked }: { asked: string }) {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const type = noteTypes.find((known) => known === params.get('type'))
  const { groups, first, isPending, isError, retry } = usePetChoices()
  const petId = asked || first
  const show = (pet: string, kind?: NoteType) =>
    navigate(noteAddress.timeline(pet, kind), { replace: true, preventScrollReset: true })
  const isListed = groups.some(({ items }) => items.some(({ value }) => value === petId))
  return (
    <ViewFrame title="Visit notes">
      <div className={css.filters}>
        {(isListed || !asked) && first && (
          <NativeSelect
            label="Pet"
            data={groups}
            value={petId}
            onChange={({ currentTarget }) => show(currentTarget.value, type)}
          />
        )}
        {petId && (
          <NativeSelect
            label="Kind"
            data={typeChoices}
            value={type ?? ''}
            onChange={({ currentTarget }) => show(petId, (currentTarget.value || undefined) as NoteType)}
          />
        )}
      </div>
      {petId ? (
        <Notes key={petId} petId={petId} type={type} />
      ) : isError ? (
        <div className={css.failed} role="alert">
          <p>{unknownErrorText}</p>
          <Button onClick={retry}>Retry</Button>
        </div>
      ) : isPending ? (
        <div className={css.ghost} role="status" aria-label="Loading your pets" />
      ) : (
        <NoPets />
      )}
    </ViewFrame>
  )
}

function NoPets() {
  const isOwner = Boolean(useSession().user?.records['pet_owner'])
  return (
    <div className={css.failed}>
      <p>{noNotesText} They appear after a pet’s first visit.</p>
      {isOwner && (
        <Button component={Link} to="/profile/add-pet">
          Add a pet
        </Button>
      )}
    </div>
  )
}

function Notes({ petId, type }: { petId: string; type: NoteType | undefined }) {
  const { data } = useQuery(
    care.query.pet.queryOptions({
      input: { id: petId },
      refetchInterval: ({ state }) => (state.data?.pictures.length ? renewEvery : false),
    }),
  )
  const notes = useInfiniteQuery(
    care.query.notes.infiniteOptions({
      ...byCursor,
      input: (cursor) => ({ id: petId, ...(type && { type }), cursor }),
      refetchOnWindowFocus: 'always',
      staleTime: 0,
    }),
  )
  return (
    <>
      {data && <PetAndDue about={data} />}
      {data && data.pictures.length > 0 && (
        <section className={css.visits} aria-label="Pictures">
          <PictureRow pictures={data.pictures} petName={data.pet.name}>
            {({ moment, happenedOn }) => `${momentText[moment]}, ${formatDay(happenedOn)}`}
          </PictureRow>
        </section>
      )}
      {data && <Incidents about={data} />}
      {data && !data.isOwn && <VisitsWithoutNote about={data} />}
      <div className={css.list}>
        <PagedList
          query={notes}
          what={{ one: 'note', many: 'notes' }}
          failed={unknownErrorText}
          empty={{
            drawing: 'no-results',
            sentence: type ? `No notes of this kind: ${typeText[type].toLowerCase()}.` : noNotesText,
            action: type ? (
              <Button component={Link} to={noteAddress.timeline(petId)} variant="default" preventScrollReset>
                Show all kinds
              </Button>
            ) : (
              data?.isOwn && (
                <Button component={Link} to={noteAddress.own(petId)}>
                  Add your own note
                </Button>
              )
            ),
          }}
        >
          {(note) => <NoteCard note={note} />}
        </PagedList>
      </div>
    </>
  )
}

function Incidents({ about: { incidents } }: { about: CarePet }) {
  if (incidents.length === 0) return null
  return (
    <section className={css.visits} aria-label="Incidents">
      {incidents.map(({ id, kind, severity, happenedOn }) => (
        <p key={id}>
          <span>
            {kindText[kind]}, {severityText[severity].toLowerCase()} · {formatDay(happenedOn)}
          </span>
          <Button
            component={Link}
            to={noteAddress.incident(id)}
            variant="default"
            aria-label={`Incident on ${formatDay(happenedOn)}`}
          >
            Incident
          </Button>
        </p>
      ))}
    </section>
  )
}

/** Older visits get their note from their appointment's card. */
const visitsShown = 3

function VisitsWithoutNote({ about: { pet, visits } }: { about: CarePet }) {
  const open = visits.filter(({ noteId }) => !noteId).slice(0, visitsShown)
  if (open.length === 0) return null
  const zone = ownZone()
  return (
    <section className={css.visits} aria-label="Visits without a note">
      {open.map(({ id, trade, startsAt, timeZone }) => (
        <p key={id}>
          <span className="tabular">
            {formatInstant(startsAt, timeZone)} {zoneLabel(timeZone, zone, startsAt)}
          </span>
          <Button component={Link} to={noteAddress.ofVisit(pet.id, id)} variant="default">
            Add {forms[formOfTrade[trade]].noun}
          </Button>
        </p>
      ))}
    </section>
  )
}
