import button from '#/kernel/web/button.module.css'
import { Message } from './Message.tsx'

/** Replaces a page that failed. Retry reloads, which also fetches a newer version's files. */
export function ErrorPage() {
  return (
    <Message
      drawing="something-went-wrong"
      title="Something went wrong. Please try again."
      action={
        <button type="button" className={button.primary} onClick={() => window.location.reload()}>
          Retry
        </button>
      }
    />
  )
}
