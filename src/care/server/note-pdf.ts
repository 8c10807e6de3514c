import { findingFacts } from '#/care/findings.ts'
import { formOfType, forms, textsOf } from '#/care/forms.ts'
import type { Homework, Medicine, SharedNote } from '#/care/notes.ts'
import { typeText } from '#/care/text.ts'
import { onPaper, timeFor } from '#/kernel/reader-time.ts'
import { drawPdf, type PdfPage } from '#/kernel/server/pdf.ts'
import { type Day, formatDay } from '#/kernel/time.ts'

type Printed = { note: Omit<SharedNote, 'linkEndsAt'>; product: string; ownerName: string; now: Date }

export function drawNote({ note, product, ownerName, now }: Printed): Promise<Buffer> {
  const { pet, by, visit, happenedOn } = note
  const zone = visit?.timeZone ?? 'UTC'
  const title = `${typeText[note.type]} of ${pet.name}, ${dateOf(happenedOn)}`
  const form = forms[formOfType(note.type)]
  const footer = `${product} · ${title}`
  return drawPdf({ title, author: product, footer, now }, (page) => {
    page.text(product, 'soft')
    page.title(by.side === 'owner' ? `Note about ${pet.name}` : `${form.title} for ${pet.name}`)
    page.rule()
    page.facts([
      ['Pet', [pet.name, pet.breed ?? pet.species].join(', ')],
      ['Owner', ownerName],
      ['Kind', typeText[note.type]],
      ['Date', visit ? timeFor(onPaper, visit.startsAt, { zone, kind: 'in-person' }) : dateOf(happenedOn)],
      ['Written by', by.side === 'owner' ? 'Added by owner' : by.name],
      ['Registration no.', by.registrationNumber],
    ])
    if (note.state === 'draft') page.text('Draft: not signed yet.')
    for (const { name, title: heading } of textsOf(note)) {
      part(page, heading, note[name])
      if (name === 'history') findings(page, note)
    }
    homework(page, note.homework)
    medicines(page, note.medicines, note.validUntil)
    if (note.vaccinations.length > 0) {
      page.heading('Vaccinations')
      page.table(
        [
          { title: 'Vaccine', share: 0.5 },
          { title: 'Given on', share: 0.25 },
          { title: 'Next due', share: 0.25 },
        ],
        note.vaccinations.map(({ name, givenOn, nextDueOn }) => [
          name,
          dateOf(givenOn),
          nextDueOn ? dateOf(nextDueOn) : '',
        ]),
      )
    }
    part(page, form.followUp, note.followUpOn && dateOf(note.followUpOn))
    if (note.files.length > 0) part(page, 'Files', note.files.map(({ name }) => name).join('\n'))
    if (note.signedAt) {
      page.heading('Signed')
      page.text(
        [by.name, by.registrationNumber && `registration no. ${by.registrationNumber}`]
          .filter(Boolean)
          .join(', '),
      )
      page.text(timeAt(note.signedAt, zone), 'soft')
    }
    for (const { text, at } of note.addenda) part(page, `Addendum, ${timeAt(at, zone)}`, text)
  })
}

const dateOf = (day: Day) => formatDay(day)

const timeAt = (at: Date, zone: string) => timeFor(onPaper, at, { zone, kind: 'moment' })

function part(page: PdfPage, heading: string, text: string | null): void {
  if (!text) return
  page.heading(heading)
  page.text(text)
}

function findings(page: PdfPage, note: Printed['note']): void {
  const facts = findingFacts(note)
  if (facts.length === 0) return
  page.heading('Findings')
  page.table(
    [
      { title: 'Finding', share: 0.5 },
      { title: 'Value', share: 0.5 },
    ],
    facts.map(({ label, value }) => [label, value]),
  )
}

function homework(page: PdfPage, lines: readonly Homework[]): void {
  if (lines.length === 0) return
  page.heading('Homework')
  page.table(
    [
      { title: 'Exercise', share: 0.5 },
      { title: 'How often', share: 0.25 },
      { title: 'How long', share: 0.25 },
    ],
    lines.map(({ exercise, howOften, howLong }) => [exercise, howOften, howLong ?? '']),
  )
}

function medicines(page: PdfPage, lines: readonly Medicine[], validUntil: Day | null): void {
  if (lines.length === 0) return
  page.heading('Medicines')
  page.table(
    [
      { title: 'Medicine', share: 0.36 },
      { title: 'Dose', share: 0.2 },
      { title: 'How often', share: 0.22 },
      { title: 'Days', share: 0.1 },
      { title: 'Refills', share: 0.12 },
    ],
    lines.map(({ name, form, strength, dose, howOften, days, refills }) => [
      [name, form, strength].filter(Boolean).join(', '),
      dose,
      howOften,
      days === null ? '' : String(days),
      String(refills),
    ]),
  )
  if (validUntil) page.text(`Valid until ${dateOf(validUntil)}.`, 'soft')
}
