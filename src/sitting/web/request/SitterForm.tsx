import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { PickOne } from '#/appointments/web/index.ts'
import type { useMyPets } from '#/pets/web/index.ts'
import { type Service, services } from '#/sitting/rules.ts'
import type { SitterPage } from '#/sitting/shapes.ts'
import { serviceText } from '#/sitting/text.ts'
import { PickPets } from '#/sitting/web/find/PickPets.tsx'
import css from './SitterForm.module.css'
import { SitterSummary } from './SitterSummary.tsx'

type FormProps = {
  sitter: SitterPage
  label: string
  mine: ReturnType<typeof useMyPets>
  /** Sends it, or returns the first field with a problem. */
  send(): string | null
  children: ReactNode
  /** Stands beside the fields, with the button. */
  aside(isWaiting: boolean): ReactNode
}

/**
 * Asks one sitter for something. Focuses the first field with a problem. If it is sent before the pets have loaded, it waits
 * for them, because the chosen ones are only known then.
 */
export function SitterForm({ sitter, label, mine, send, children, aside }: FormProps) {
  const element = useRef<HTMLFormElement>(null)
  const [isWaiting, setWaiting] = useState(false)

  function sendOrFocus() {
    const field = send()
    // After the problems are drawn, because some of them are above the focused field.
    if (field)
      requestAnimationFrame(() =>
        element.current
          ?.querySelector<HTMLElement>(
            `[data-field="${field}"] :is(input:not(:disabled), textarea, a, button)`,
          )
          ?.focus(),
      )
  }

  useEffect(() => {
    if (!isWaiting || mine.isPending) return
    setWaiting(false)
    sendOrFocus()
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (mine.isPending) setWaiting(true)
    else sendOrFocus()
  }

  return (
    <form ref={element} className={css.form} onSubmit={submit} noValidate aria-label={label}>
      <SitterSummary sitter={sitter} />
      <div className={css.main}>{children}</div>
      {aside(isWaiting)}
    </form>
  )
}

export function FormSection({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId()
  return (
    <section className={css.section} aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      {children}
    </section>
  )
}

type PetsProps = {
  sitter: SitterPage
  legend: string
  mine: ReturnType<typeof useMyPets>
  service: Service | null
  petIds: readonly string[]
  problems: { service: string | undefined; pets: string | undefined }
  onService(service: Service): void
  onPets(petIds: string[]): void
  children?: ReactNode
}

/** Picks the service and the pets that the sitter is asked about. */
export function ServiceAndPets(props: PetsProps) {
  const { sitter, legend, mine, service, petIds, problems, onService, onPets, children } = props
  const { pathname, search } = useLocation()
  return (
    <FormSection title="Service and pets">
      <div data-field="service">
        <PickOne
          legend={legend}
          name="service"
          value={service}
          options={services
            .filter((one) => sitter.services.includes(one))
            .map((one) => ({ value: one, label: serviceText[one] }))}
          onChange={onService}
        />
        <Problem text={problems.service} />
      </div>
      <PickPets
        mine={mine}
        service={service ?? sitter.services[0]!}
        value={petIds}
        problem={problems.pets}
        addPath={`/profile/add-pet?from=${encodeURIComponent(pathname + search)}`}
        onChange={onPets}
      />
      {children}
    </FormSection>
  )
}

export function Problem({ text }: { text: string | undefined }) {
  return (
    text && (
      <p role="alert" className={css.problem}>
        {text}
      </p>
    )
  )
}
