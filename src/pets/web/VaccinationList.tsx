import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Certificate, Vaccination } from '#/pets/contract.ts'
import { DueChip } from './DueChip.tsx'
import { dateText } from './due.ts'
import css from './VaccinationList.module.css'
import { noteOf } from './visit-notes.ts'

type Props = {
  /** Latest first. */
  vaccinations: Vaccination[]
  actions?: (vaccination: Vaccination) => ReactNode
  instead?: (vaccination: Vaccination) => ReactNode
}

export function VaccinationList({ vaccinations, actions, instead }: Props) {
  // Only the latest of each vaccine has a due day.
  const seen = new Set<string>()
  return (
    <ul className={css.list}>
      {vaccinations.map((vaccination) => {
        const { id, name, givenOn, nextDueOn, certificate, noteId } = vaccination
        const isLast = !seen.has(name.toLowerCase())
        seen.add(name.toLowerCase())
        return (
          <li key={id}>
            {instead?.(vaccination) ?? (
              <div className={css.row}>
                <div className={css.words}>
                  <strong>{name}</strong>
                  <span>Given {dateText(givenOn)}</span>
                  {nextDueOn && isLast && <DueChip dueOn={nextDueOn} />}
                  {noteId && <NoteLink to={noteOf(noteId)} of={`${name}, given ${givenOn}`} />}
                  {certificate && (
                    <CertificateLink certificate={certificate} of={`${name}, given ${givenOn}`} />
                  )}
                </div>
                {actions && <div className={css.actions}>{actions(vaccination)}</div>}
              </div>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** Links to a page of a later domain by its address alone, as this domain may not import it. */
function NoteLink({ to, of }: { to: string; of: string }) {
  return (
    <Link to={to} aria-label={`From a visit note: ${of}`}>
      From a visit note
    </Link>
  )
}

function CertificateLink({ certificate, of }: { certificate: Certificate; of: string }) {
  const words = `Certificate (${certificate.contentType === 'application/pdf' ? 'PDF' : 'picture'})`
  return (
    <a
      href={certificate.url}
      target="_blank"
      rel="noopener noreferrer"
      title={certificate.name}
      aria-label={`${words} for ${of}`}
    >
      {words}
    </a>
  )
}
