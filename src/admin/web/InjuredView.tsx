import { Button, NativeSelect } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { DeskInjured } from '#/emergency/desk.ts'
import type { InjuredMove } from '#/emergency/injured.ts'
import { animalText, severityText } from '#/emergency/report-text.ts'
import { injuredMoveText, injuredStatusText } from '#/emergency/text.ts'
import { formatPhone, telephone } from '#/kernel/phone.ts'
import { unknownErrorText } from '#/kernel/text.ts'
import { byCursor } from '#/kernel/web/list/by-cursor.ts'
import { PagedList } from '#/kernel/web/list/PagedList.tsx'
import { momentText } from '#/kernel/web/own-clock.ts'
import { admin } from './admin.ts'
import { Chip } from './Chip.tsx'
import css from './Desk.module.css'
import own from './Injured.module.css'
import messages from './Messages.module.css'
import removable from './Removable.module.css'
import { useFilters } from './use-filters.ts'
import { useHandling } from './use-handling.ts'

export function InjuredView() {
  const { filters, go } = useFilters('injured', ['show'])
  const show = filters.show === 'all' ? 'all' : 'open'
  const query = useInfiniteQuery({
    ...admin.query.injuredReports.infiniteOptions({
      ...byCursor,
      input: (cursor) => ({ cursor, show }),
      refetchOnWindowFocus: 'always',
      refetchInterval: 60_000,
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <h1>Injured animals</h1>
      <p className={css.lead}>
        We email each report to rescuers in the directory. If nobody accepts one, call a rescuer. Reports
        close after 3 days and are deleted after 30.
      </p>
      <div className={css.filters}>
        <NativeSelect
          label="Show"
          value={show}
          data={[
            { value: 'open', label: 'Open, oldest first' },
            { value: 'all', label: 'All, latest first' },
          ]}
          onChange={({ currentTarget: { value } }) => go({ show: value === 'all' ? value : '' })}
        />
      </div>
      <PagedList
        query={query}
        what={{ one: 'report', many: 'reports' }}
        failed={unknownErrorText}
        empty={{
          drawing: 'no-results',
          sentence:
            show === 'open'
              ? 'No animals are waiting for help.'
              : 'No injured animals were reported in the last 30 days.',
          action: null,
        }}
      >
        {(report) => <Shown report={report} />}
      </PagedList>
    </>
  )
}

function Shown({ report }: { report: DeskInjured }) {
  const { id, animal, severity, status, place, city, position, note, phone, photo, rescuer, sentTo } = report
  const where = [place, city].filter(Boolean).join(', ') || `${position?.lat}, ${position?.lon}`
  const { send, failure, isBusy } = useHandling(admin.call.moveInjuredReport, 'Report updated.')
  return (
    <article
      className={`${css.row} ${css.card}`}
      tabIndex={-1}
      aria-label={`${animalText[animal]}, ${where}`}
    >
      <div className={css.cardHead}>
        <h2>
          {animalText[animal]}: {severityText[severity].name.toLowerCase()}
        </h2>
        <Chip kind={status === 'received' ? 'warn' : 'good'}>{injuredStatusText[status]}</Chip>
      </div>
      <p className={css.soft}>
        {where} · {momentText(report.createdAt)}
      </p>
      <p>
        Reporter: <a href={telephone(phone)}>{formatPhone(phone)}</a>
        {!report.isPhoneConfirmed && ' (not confirmed)'}
      </p>
      <p className={css.soft}>
        {rescuer ? (
          <>
            Accepted by {rescuer.name}, <a href={telephone(rescuer.phone)}>{formatPhone(rescuer.phone)}</a>
          </>
        ) : sentTo.length > 0 ? (
          `Emailed to ${sentTo.join(', ')}`
        ) : (
          'No rescuer nearby has an email address in the directory'
        )}
      </p>
      {note && <p className={removable.words}>{note}</p>}
      {photo && <img src={photo} alt="The reported animal" className={own.photo} />}
      <p role="alert" className={messages.failure}>
        {failure}
      </p>
      <div className={removable.buttons}>
        {report.moves.map((move) => (
          <Button
            key={move}
            variant="default"
            aria-disabled={isBusy}
            onClick={() => isBusy || send({ id, status, move })}
          >
            {deskMoveText[move]}
          </Button>
        ))}
      </div>
    </article>
  )
}

const deskMoveText: Readonly<Record<InjuredMove, string>> = {
  ...injuredMoveText,
  accept: 'A rescuer has accepted',
  release: 'Nobody is going after all',
}
