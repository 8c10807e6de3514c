import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { NoteLink } from '#/care/contract.ts'
import type { Note } from '#/care/notes.ts'
import { linkDays } from '#/care/rules.ts'
import { careText } from '#/care/text.ts'
import { unknownErrorText } from '#/kernel/text.ts'
import { errorText } from '#/kernel/web/error-text.ts'
import { momentText } from '#/kernel/web/own-clock.ts'
import { queryClient } from '#/kernel/web/query-client.ts'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import { care } from './care.ts'
import css from './NoteView.module.css'

export function ShareNote({ note: { id } }: { note: Note }) {
  const { data, isError, refetch } = useQuery(care.query.links.queryOptions({ input: { id }, staleTime: 0 }))
  const reload = () => queryClient.invalidateQueries({ queryKey: care.query.links.key({ input: { id } }) })
  const fail = (error: Error) => void toast({ kind: 'error', message: errorText(error, careText) })
  const share = useWrite(care.call.share, { onSuccess: reload, onError: fail })
  const revoke = useWrite(care.call.revoke, {
    onSuccess: async () => {
      toast({ kind: 'success', message: 'The link no longer works.' })
      await reload()
    },
    onError: fail,
  })
  return (
    <section className={css.box} aria-labelledby="share-note">
      <h2 id="share-note">Share</h2>
      <p className={css.soft}>
        Anyone with a link can read this note for {linkDays} days without logging in. They don’t see your
        name. You can revoke it at any time.
      </p>
      {isError && !data ? (
        <p role="alert">
          {unknownErrorText}{' '}
          <Button variant="default" onClick={() => void refetch()}>
            Retry
          </Button>
        </p>
      ) : (
        data &&
        data.links.length > 0 && (
          <ul className={css.links}>
            {data.links.map((link) => (
              <Link key={link.id} link={link} onRevoke={() => revoke.mutate({ id: link.id })} />
            ))}
          </ul>
        )
      )}
      <div>
        <Button variant="default" aria-disabled={share.isPending} onClick={() => share.mutate({ id })}>
          {share.isPending ? 'Creating a link...' : 'Create a link'}
        </Button>
      </div>
    </section>
  )
}

function Link({ link, onRevoke }: { link: NoteLink; onRevoke: () => void }) {
  const address = window.location.origin + link.path
  const until = momentText(link.expiresAt)
  async function copy() {
    try {
      await navigator.clipboard.writeText(address)
      toast({ kind: 'success', message: 'Link copied.' })
    } catch {
      toast({ kind: 'error', message: 'We couldn’t copy the link. Please select it and copy it yourself.' })
    }
  }
  return (
    <li>
      <TextInput
        label={`Works until ${until}`}
        value={address}
        readOnly
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <Button variant="default" aria-label={`Copy the link that works until ${until}`} onClick={copy}>
        Copy
      </Button>
      <Button variant="subtle" aria-label={`Revoke the link that works until ${until}`} onClick={onRevoke}>
        Revoke
      </Button>
    </li>
  )
}
