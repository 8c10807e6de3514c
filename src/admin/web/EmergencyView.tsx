import { Button, NativeSelect } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { DeskPlace } from '#/emergency/desk.ts'
import { isStale } from '#/emergency/helplines.ts'
import { kinds } from '#/emergency/places.ts'
import { dateText } from '#/emergency/sources.ts'
import { placeKindText } from '#/emergency/text.ts'
import { formatPhone, telephone } from '#/kernel/phone.ts'
import { unknownErrorText } from '#/kernel/text.ts'
import { byCursor } from '#/kernel/web/list/by-cursor.ts'
import { PagedList } from '#/kernel/web/list/PagedList.tsx'
import { SearchField } from '#/kernel/web/list/SearchField.tsx'
import { admin } from './admin.ts'
import { Chip } from './Chip.tsx'
import { Decide } from './Decide.tsx'
import css from './Desk.module.css'
import messages from './Messages.module.css'
import own from './Removable.module.css'
import { useFilters } from './use-filters.ts'
import { useHandling } from './use-handling.ts'
import { placeAddress } from './words.ts'

export function EmergencyView() {
  const { filters, go } = useFilters('emergency', ['q', 'kind'])
  const search = filters.q
  const kind = kinds.find((name) => name === filters.kind)
  const query = useInfiniteQuery({
    ...admin.query.emergencyPlaces.infiniteOptions({
      ...byCursor,
      input: (cursor) => ({ cursor, ...(search && { search }), ...(kind && { kind }) }),
      refetchOnWindowFocus: 'always',
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <h1>Emergency directory</h1>
      <p className={css.lead}>
        Numbers that visitors see by city. Those not checked for the longest time come first.
      </p>
      <div className={own.buttons}>
        <Button component={Link} to={placeAddress('new')} color="marigold">
          Add entry
        </Button>
        <Button component={Link} to={placeAddress('import')} variant="default">
          Import from CSV
        </Button>
      </div>
      <search className={css.filters}>
        <SearchField search={search} description="Part of the city or name" onSearch={(q) => go({ q })} />
        <NativeSelect
          label="Show"
          value={kind ?? ''}
          data={[
            { value: '', label: 'All kinds' },
            ...kinds.map((value) => ({ value, label: placeKindText[value] })),
          ]}
          onChange={({ currentTarget: { value } }) => go({ kind: value })}
        />
      </search>
      <PagedList
        query={query}
        what={{ one: 'entry', many: 'entries' }}
        failed={unknownErrorText}
        empty={{
          drawing: 'no-results',
          sentence: search || kind ? 'We couldn’t find any such entries.' : 'There are no entries yet.',
          action: (search || kind) && (
            <Button variant="default" onClick={() => go({ q: '', kind: '' })}>
              Show all entries
            </Button>
          ),
        }}
      >
        {(place) => <Shown place={place} />}
      </PagedList>
    </>
  )
}

function Shown({ place }: { place: DeskPlace }) {
  const { id, version, kind, name, phone, city, address, position, openingHours, note, checkedOn } = place
  const { send, failure, isBusy } = useHandling(
    admin.call.checkEmergencyPlace,
    `${name} is marked as checked today.`,
  )
  return (
    <article className={`${css.row} ${css.card}`} tabIndex={-1} aria-label={name}>
      <div className={css.cardHead}>
        <h2>{name}</h2>
        {isStale(checkedOn, new Date()) && <Chip kind="warn">Over 90 days old</Chip>}
      </div>
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
      <p role="alert" className={messages.failure}>
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
    </article>
  )
}
