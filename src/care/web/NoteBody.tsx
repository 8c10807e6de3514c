import { Fragment } from 'react'
import { findingFacts } from '#/care/findings.ts'
import { formOfType, forms, textsOf } from '#/care/forms.ts'
import type { SharedNote } from '#/care/notes.ts'
import { typeText } from '#/care/text.ts'
import { formatDay, formatInstant } from '#/kernel/time.ts'
import { momentText, ownZone } from '#/kernel/web/own-clock.ts'
import css from './NoteBody.module.css'
import { Fact, Part, Words } from './NoteParts.tsx'
import { byText, medicineText } from './words.ts'

type Shown = Omit<SharedNote, 'linkEndsAt'>

export function NoteBody({ note }: { note: Shown }) {
  const { visit, happenedOn, signedAt } = note
  const findings = findingFacts(note)
  return (
    <div className={css.card}>
      <dl className={css.facts}>
        <Fact label="Kind">{typeText[note.type]}</Fact>
        <Fact label={visit ? 'Visit' : 'Date'}>
          {visit ? formatInstant(visit.startsAt, visit.timeZone) : formatDay(happenedOn)}
        </Fact>
        <Fact label="Written by">{byText(note)}</Fact>
        {signedAt && <Fact label="Signed">{formatInstant(signedAt, visit?.timeZone ?? ownZone())}</Fact>}
      </dl>
      {textsOf(note).map(({ name, title }) => (
        <Fragment key={name}>
          <Words title={title}>{note[name]}</Words>
          {name === 'history' && findings.length > 0 && (
            <Part title="Findings">
              <dl className={css.facts}>
                {findings.map(({ label, value }) => (
                  <Fact key={label} label={label}>
                    {value}
                  </Fact>
                ))}
              </dl>
            </Part>
          )}
        </Fragment>
      ))}
      <Lines note={note} />
      {note.followUpOn && (
        <Part title={forms[formOfType(note.type)].followUp}>
          <p>{formatDay(note.followUpOn)}</p>
        </Part>
      )}
      {note.files.length > 0 && (
        <Part title="Files">
          <ul className={css.files}>
            {note.files.map(({ id, name, url }) => (
              <li key={id}>
                <a href={url} target="_blank" rel="noopener noreferrer">
                  {name}
                  <span className={css.spoken}> (opens in a new tab)</span>
                </a>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {note.addenda.map(({ id, text, at }) => (
        <Words key={id} title={`Addendum, ${momentText(at)}`}>
          {text}
        </Words>
      ))}
    </div>
  )
}

function Lines({ note }: { note: Shown }) {
  return (
    <>
      {note.homework.length > 0 && (
        <Part title="Homework">
          <ul className={css.lines}>
            {note.homework.map((one, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the order never changes
              <li key={index}>
                <strong>{one.exercise}</strong>
                <span>{[one.howOften, one.howLong].filter(Boolean).join(', ')}</span>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {note.medicines.length > 0 && (
        <Part title="Medicines">
          <ul className={css.lines}>
            {note.medicines.map((medicine, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              <li key={index}>
                <strong>
                  {[medicine.name, medicine.form, medicine.strength].filter(Boolean).join(', ')}
                </strong>
                <span>{medicineText(medicine)}</span>
              </li>
            ))}
          </ul>
          {note.validUntil && (
            <p className={css.soft}>Prescription valid until {formatDay(note.validUntil)}.</p>
          )}
        </Part>
      )}
      {note.vaccinations.length > 0 && (
        <Part title="Vaccinations">
          <ul className={css.lines}>
            {note.vaccinations.map(({ name, givenOn, nextDueOn }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              <li key={index}>
                <strong>{name}</strong>
                <span>
                  Given {formatDay(givenOn)}
                  {nextDueOn && `, next due ${formatDay(nextDueOn)}`}
                </span>
              </li>
            ))}
          </ul>
        </Part>
      )}
    </>
  )
}
