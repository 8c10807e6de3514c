import { findingFacts } from '#/care/findings.ts'
import type { Medicine, SharedNote } from '#/care/notes.ts'
import { typeText } from '#/care/text.ts'
import { onPaper, timeFor } from '#/kernel/reader-time.ts'
import { drawPdf, type PdfPage } from '#/kernel/server/pdf.ts'
import { type Day, formatDay } from '#/kernel/time.ts'

type Printed = { note: Omit<SharedNote, 'linkEndsAt'>; product: string; ownerName: string; now: Date }

export function drawNote({ note, product, ownerName, now }: Printed): Promise<Buffer> {
  const { pet, by, visit, happenedOn } = note
  const zone = visit?.timeZone ?? 'UTC'
  const title = `${typeText[note.type]} of ${pet.name}, ${dateOf(happenedOn)}`
  const footer = `${product} · ${title}`
  return drawPdf({ title, author: product, footer, now }, (page) => {
    page.text(product, 'soft')
    page.title(by.side === 'owner' ? `Note about ${pet.name}` : `Visit note for ${pet.name}`)
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
    part(page, by.side === 'owner' ? 'Note' : 'History', note.history)
    const findings = findingFacts(note)
    if (findings.length > 0) {
      page.heading('Findings')
      page.table(
        [
          { title: 'Finding', share: 0.5 },
          { title: 'Value', share: 0.5 },
        ],
        findings.map(({ label, value }) => [label, value]),
      )
    }
    part(page, 'Assessment', note.assessment)
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
    part(page, 'Plan', note.plan)
    part(page, 'Follow-up', note.followUpOn && dateOf(note.followUpOn))
    if (note.files.length > 0) part(page, 'Files', note.files.map(({ name }) => name).join('\n'))
    if (note.signedAt) {
      page.heading('Signed')
      page.text(`${by.name}, registration no. ${by.registrationNumber}`)
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
