import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { admin } from '#/admin/web/frame/admin.ts'
import item from '#/admin/web/frame/DeskItem.module.css'
import { DeskHead, DeskItem } from '#/admin/web/frame/DeskItem.tsx'
import { FormEnd } from '#/admin/web/frame/FormEnd.tsx'
import { useHandling } from '#/admin/web/frame/use-handling.ts'
import type { DeskPlace, PlaceFields } from '#/emergency/desk.ts'
import { FieldList } from '#/kernel/web/form/FieldList.tsx'
import type { FieldDraft } from '#/kernel/web/form/field-list.ts'
import css from '#/kernel/web/form/form.module.css'
import { useDraft } from '#/kernel/web/form/use-draft.ts'
import { PlaceLookup } from './PlaceLookup.tsx'
import { draftOfPlace, fields, fieldsOfPlace, positionText, problemsOfPlace } from './place-form.ts'

const back = { to: '?view=emergency', label: 'All entries' }

export function NewPlacePage() {
  return (
    <>
      <Link to={back.to} className={item.back}>
        ← {back.label}
      </Link>
      <DeskHead title="New entry" state="new">
        {null}
      </DeskHead>
      <PlaceForm place={null} />
    </>
  )
}

export function PlacePage({ id }: { id: string }) {
  const query = useQuery(
    admin.query.emergencyPlace.queryOptions({ input: { id }, refetchOnWindowFocus: 'always' }),
  )
  return (
    <DeskItem query={query} what="entry" back={back}>
      {(place) => (
        <>
          <DeskHead title={place.name} state={place.id}>
            {null}
          </DeskHead>
          <PlaceForm place={place} />
        </>
      )}
    </DeskItem>
  )
}

/** Adds an entry of the emergency directory, or changes one. */
function PlaceForm({ place }: { place: DeskPlace | null }) {
  const navigate = useNavigate()
  const [seen, setSeen] = useState(place)
  const start = draftOfPlace(seen)
  const { ref, draft, problems, change, check } = useDraft<FieldDraft, string>(start, problemsOfPlace)
  const { send, failure, isBusy } = useHandling(
    (input: PlaceFields, options: { context: { key: string } }): Promise<unknown> =>
      place
        ? admin.call.changeEmergencyPlace({ id: place.id, version: place.version, fields: input }, options)
        : admin.call.addEmergencyPlace({ fields: input }, options),
    place ? 'The entry is saved.' : 'The entry is added.',
    () => void navigate(back.to),
  )
  const isChanged = JSON.stringify(draft) !== JSON.stringify(start)
  const isNewer = place?.version !== seen?.version
  function takeOver() {
    setSeen(place)
    change(draftOfPlace(place))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it becomes known; typed text is never replaced unasked
  useEffect(() => {
    if (isNewer && !isChanged) takeOver()
  }, [isNewer])
  return (
    <form
      ref={ref}
      className={css.form}
      noValidate
      onSubmit={(event) => {
        const given = check(event)
        // The form's checks are the contract's.
        if (given && !isBusy) send(fieldsOfPlace(given) as PlaceFields)
      }}
    >
      <FieldList groups={[{ fields }]} draft={draft} problems={problems} onChange={change} />
      <PlaceLookup onFound={(found) => change({ position: positionText(found) })} />
      {isNewer && isChanged && (
        <div role="status" className={css.warning}>
          <p>
            Someone else has changed this entry since you opened it. Saving replaces those changes with what
            you see here.
          </p>
          <Button variant="default" onClick={takeOver}>
            Show what was saved
          </Button>
        </div>
      )}
      <FormEnd failure={failure} isBusy={isBusy} label={place ? 'Save' : 'Add entry'} unsaved={isChanged} />
    </form>
  )
}
