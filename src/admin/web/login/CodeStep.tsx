import { CodeField } from './CodeField.tsx'
import css from './SignIn.module.css'

export function CodeStep({ onStartOver }: { onStartOver: () => void }) {
  return (
    <>
      <h1>Enter the code</h1>
      <p className={css.lead}>Your authenticator app shows six digits for this site. Each code works once.</p>
      <CodeField autoFocus />
      <p className={css.footer}>
        <button type="button" className={css.link} onClick={onStartOver}>
          Start over
        </button>
      </p>
    </>
  )
}
