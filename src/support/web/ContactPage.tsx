import { useState } from 'react'
import { ContactForm } from './ContactForm.tsx'
import css from './ContactPage.module.css'
import { MessageSent } from './MessageSent.tsx'
import { OtherWays } from './OtherWays.tsx'

export default function ContactPage() {
  const [reference, setReference] = useState<number>()
  return (
    <div className={css.page}>
      <meta
        name="description"
        content="Ask a question, report a problem or tell us what you think. A person reads every message."
      />
      <header className={css.head}>
        <h1>Contact</h1>
        <p>A question, a problem, an idea? A person reads every message.</p>
      </header>
      <div className={css.columns}>
        {reference === undefined ? (
          <ContactForm onSent={setReference} />
        ) : (
          <MessageSent reference={reference} another={() => setReference(undefined)} />
        )}
        <OtherWays />
      </div>
    </div>
  )
}
