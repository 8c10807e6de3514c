import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { admin } from '#/admin/web/frame/admin.ts'
import css from '#/admin/web/frame/Desk.module.css'
import own from '#/admin/web/frame/Removable.module.css'
import { userAddress } from '#/admin/web/frame/words.ts'
import { unknownErrorText } from '#/kernel/text.ts'
import { byCursor } from '#/kernel/web/list/by-cursor.ts'
import { PagedList } from '#/kernel/web/list/PagedList.tsx'
import { momentText } from '#/kernel/web/own-clock.ts'
import type { DeskPetReport } from '#/reports/desk.ts'
import { RemoveEntry } from './RemoveEntry.tsx'

type Props = { id: DeskPetReport['id']; pet: string }
type EntriesProps = Props & {
  /** The other buttons of the report. */
  children: ReactNode
}

/** Shows the comments and sightings under a report once somebody asks for them. Each can be removed. */
export function PetReportEntries({ id, pet, children }: EntriesProps) {
  const [isOpen, setIsOpen] = useState(false)
  const label = isOpen ? 'Hide comments' : 'Comments and sightings'
  return (
    <>
      <div className={own.buttons}>
        <Button
          variant="default"
          aria-expanded={isOpen}
          aria-label={`${label} about ${pet}`}
          onClick={() => setIsOpen(!isOpen)}
        >
          {label}
        </Button>
        {children}
      </div>
      {isOpen && <Entries id={id} pet={pet} />}
    </>
  )
}

function Entries({ id, pet }: Props) {
  const query = useInfiniteQuery(
    admin.query.petReportEntries.infiniteOptions({ ...byCursor, input: (cursor) => ({ id, cursor }) }),
  )
  return (
    <PagedList
      dense
      query={query}
      what={{ one: 'entry', many: 'entries' }}
      failed={unknownErrorText}
      empty={{ drawing: 'no-results', sentence: 'Nobody has written anything under it.', action: null }}
    >
      {({ kind, at, writer, text, id: entryId }) => (
        <article
          className={own.reply}
          tabIndex={-1}
          aria-label={`${kind === 'comment' ? 'Comment' : 'Sighting'}, ${momentText(at)}`}
        >
          <p className={css.soft}>
            {kind === 'comment' ? 'Comment' : 'Sighting'} by{' '}
            {writer ? (
              <Link to={userAddress(writer.id)}>{writer.name || 'No name'}</Link>
            ) : (
              'somebody without an account'
            )}
            , {momentText(at)}
          </p>
          <p className={own.words}>{text}</p>
          <div className={own.buttons}>
            <RemoveEntry id={entryId} kind={kind} writer={writer} pet={pet} />
          </div>
        </article>
      )}
    </PagedList>
  )
}
