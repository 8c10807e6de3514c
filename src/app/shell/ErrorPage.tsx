import button from './button.module.css'
import { Message } from './Message.tsx'

/** Instead of a page that failed. Retry loads anew, which also fetches the files of a newer version. */
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
