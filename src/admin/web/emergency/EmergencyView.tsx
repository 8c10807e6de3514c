import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { admin } from '#/admin/web/frame/admin.ts'
import { Chip } from '#/admin/web/frame/Chip.tsx'
import { Decide } from '#/admin/web/frame/Decide.tsx'
import css from '#/admin/web/frame/Desk.module.css'
import { DeskCard, DeskList } from '#/admin/web/frame/DeskList.tsx'
import { deskPages } from '#/admin/web/frame/desk-pages.ts'
import { FilterSelect } from '#/admin/web/frame/FilterSelect.tsx'
import own from '#/admin/web/frame/Removable.module.css'
import { useFilters } from '#/admin/web/frame/use-filters.ts'
import { useHandling } from '#/admin/web/frame/use-handling.ts'
import { placeAddress } from '#/admin/web/frame/words.ts'
import type { DeskPlace } from '#/emergency/desk.ts'
import { isStale } from '#/emergency/helplines.ts'
import { kinds } from '#/emergency/places.ts'
import { dateText } from '#/emergency/sources.ts'
import { placeKindText } from '#/emergency/text.ts'
import { formatPhone, telephone } from '#/kernel/phone.ts'
import form from '#/kernel/web/form/form.module.css'

export function EmergencyView() {
  const { filters, go } = useFilters('emergency', ['q', 'kind'])
  const search = filters.q
  const kind = kinds.find((name) => name === filters.kind)
  const query = useInfiniteQuery(
    admin.query.emergencyPlaces.infiniteOptions({
      ...deskPages,
      input: (cursor) => ({ cursor, ...(search && { search }), ...(kind && { kind }) }),
    }),
  )
  return (
    <DeskList
      title="Emergency directory"
      lead="Numbers that visitors see by city. Those not checked for the longest time come first."
      buttons={
        <>
          <Button component={Link} to={placeAddress('new')} color="marigold">
            Add entry
          </Button>
          <Button component={Link} to={placeAddress('import')} variant="default">
            Import from CSV
          </Button>
        </>
      }
      query={query}
      what={{ one: 'entry', many: 'entries' }}
      search={{ search, description: 'Part of the city or name', onSearch: (q) => go({ q }) }}
      filters={
        <FilterSelect
          value={kind ?? ''}
          options={{
            '': 'All kinds',
            ...Object.fromEntries(kinds.map((name) => [name, placeKindText[name]])),
          }}
          onChange={(value) => go({ kind: value })}
        />
      }
      empty={search || kind ? 'We couldn’t find any such entries.' : 'There are no entries yet.'}
      onAll={(search || kind) && (() => go({ q: '', kind: '' }))}
    >
      {(place) => <Shown place={place} />}
    </DeskList>
  )
}

function Shown({ place }: { place: DeskPlace }) {
  const { id, version, kind, name, phone, city, address, position, openingHours, note, checkedOn } = place
  const { send, failure, isBusy } = useHandling(
    admin.call.checkEmergencyPlace,
    `${name} is marked as checked today.`,
  )
  return (
    <DeskCard
      label={name}
      heading={name}
      chip={isStale(checkedOn, new Date()) && <Chip kind="warn">Over 90 days old</Chip>}
    >
      <p className={css.soft}>
        {placeKindText[kind]} · {city ?? 'Whole country'} · Last checked {dateText(checkedOn)}
      </p>
      <p>
        <a href={telephone(phone)}>{formatPhone(phone)}</a>
        {address && <> · {address}</>}
      </p>
      <p className={css.soft}>
        {openingHours ?? 'Hours unknown'}
        {!position && ' · No position, so it’s found by city only'}
      </p>
      {note && <p className={own.words}>{note}</p>}
      <p role="alert" className={form.failure}>
        {failure}
      </p>
      <div className={own.buttons}>
        <Button
          aria-label={`Mark ${name} as checked today`}
          aria-disabled={isBusy}
          onClick={() => isBusy || send({ id, version })}
        >
          {isBusy ? 'Saving...' : 'Checked today'}
        </Button>
        <Button component={Link} to={placeAddress(id)} variant="default" aria-label={`Change ${name}`}>
          Change
        </Button>
        <Decide
          call={admin.call.removeEmergencyPlace}
          input={{ id, version }}
          label="Remove"
          spoken={`Remove ${name}`}
          title={`Remove ${name}?`}
          reasonHint="We’ll keep it in the audit log."
          busy="Removing..."
          told="The entry is removed."
        >
          <p>Visitors won’t see it any more. You can’t undo this.</p>
        </Decide>
      </div>
    </DeskCard>
  )
}
