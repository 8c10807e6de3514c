import { type FirstAidCard, firstAidCards } from '#/emergency/first-aid.ts'
import { useLinkedDetails } from '#/kernel/web/use-linked-details.ts'
import { Back } from './Back.tsx'
import { CallNow } from './CallNow.tsx'
import css from './Emergency.module.css'
import { ChevronIcon } from './icons.tsx'
import { Sources } from './Sources.tsx'

export default function FirstAidPage() {
  useLinkedDetails()
  return (
    <div className={css.page}>
      <meta
        name="description"
        content="First aid for pets: bleeding, choking, heat stroke, seizures, snake bites, burns, road accidents and bloat."
      />
      <Back />
      <h1>First aid</h1>
      <p className={css.lead}>
        What to do until a vet takes over. It doesn’t replace one: call while somebody else helps your pet.
      </p>
      <div className={css.calls}>
        {firstAidCards.map((card) => (
          <Card key={card.id} card={card} />
        ))}
      </div>
      <h2 className={css.section}>Who to call</h2>
      <CallNow />
    </div>
  )
}

function Card({ card: { id, title, signs, steps, avoid, vet, sources } }: { card: FirstAidCard }) {
  return (
    <details id={id} className={css.card}>
      <summary>
        <h2>{title}</h2>
        <ChevronIcon />
      </summary>
      <div className={css.advice}>
        <p>{signs}</p>
        <h3>Do this</h3>
        <ol>
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <div className={css.avoid}>
          <h3>Not this</h3>
          <ul>
            {avoid.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ul>
        </div>
        <div className={css.now}>
          <h3>Vet</h3>
          <p>{vet}</p>
        </div>
        <Sources sources={sources} />
      </div>
    </details>
  )
}
