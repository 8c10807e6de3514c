import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { answer, lose, refuse } from '#/app/testing/browser/answers.ts'
import { answerAuth, loseAuth } from '#/app/testing/browser/auth.ts'
import { fileInput, pictureFile } from '#/app/testing/browser/files.ts'
import { expectByKeyboard } from '#/app/testing/browser/keyboard.ts'
import { openPage, visit } from '#/app/testing/browser/open-page.tsx'
import { desktop } from '#/app/testing/browser/screen.ts'
import { emergencyContract } from '#/emergency/contract.ts'
import { answerDirectory, makeFollowed } from './emergency.factory.ts'

const place = page.getByLabelText('Place')
const send = page.getByRole('button', { name: 'Send report' })
const photo = page.getByRole('img', { name: 'The animal you’re reporting' })
const code = page.getByRole('textbox', { name: /^Code/ })
const kept = page.getByText('Your report is kept on this phone')
const animal = page.getByRole('combobox', { name: 'Animal' })

/** Sends codes, and confirms numbers by them. */
function answerCodes() {
  answerAuth('/phone-codes', {})
  return answerAuth('/confirm-phone', { proof: `1234567890123.${'p'.repeat(43)}` })
}

async function fillIn(severity: RegExp): Promise<void> {
  await page.getByRole('radio', { name: severity }).click()
  await place.fill('Milk booth, 4th Cross')
  await page.getByLabelText('City').fill('Bengaluru')
  await fileInput().upload(await pictureFile())
  await expect.element(photo).toBeVisible()
  await page.getByLabelText('Your phone number').fill('+91 98450 12345')
}

test('a guest is told what is missing, confirms the number by a code, and sees the report', async () => {
  answerDirectory()
  await openPage('/emergency-services')
  await page.getByRole('link', { name: /^Report/ }).click()
  await expect
    .element(page.getByRole('heading', { level: 1 }))
    .toHaveTextContent(/^Report an injured animal$/)
  await send.click()
  await expect.element(page.getByText('Please choose the animal.')).toBeVisible()
  await expect.element(animal).toHaveFocus()
  await userEvent.selectOptions(animal, 'Dog')
  await fillIn(/^Serious/)
  await expectAccessible()
  const confirmed = answerCodes()
  await send.click()
  await expect.element(code).toBeVisible()
  await page.viewport(320, 640)
  await expectAccessible()
  await expectByKeyboard()
  await page.viewport(desktop.width, desktop.height)
  await code.fill('123456')
  const { inputs } = answer(emergencyContract.reportInjured, { sentTo: [] })
  answer(
    emergencyContract.followInjured,
    makeFollowed({ sentTo: [{ name: 'Second Chance Shelter', phone: '+91 00000 77005' }] }),
  )
  await page.getByRole('button', { name: 'Verify code' }).click()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(/^Your report$/)
  await expect.element(page.getByText('Nobody has accepted it yet')).toBeVisible()
  expect(confirmed.inputs).toMatchObject([{ code: '123456' }])
  expect(inputs).toMatchObject([
    { animal: 'dog', severity: 'serious', place: 'Milk booth, 4th Cross', phone: '+919845012345' },
  ])
  await visit('/emergency/report')
  await page.getByRole('link', { name: /^Follow your report from/ }).click()
  await expect.element(page.getByText('Nobody has accepted it yet')).toBeVisible()
})

test('a report that couldn’t be sent is kept with its photo, and sent once', async () => {
  answerDirectory()
  await openPage('/emergency/report')
  await userEvent.selectOptions(animal, 'Cow or buffalo')
  await fillIn(/^Critical/)
  loseAuth('/phone-codes')
  await send.click()
  await expect.element(kept).toBeVisible()
  await visit('/emergency-services')
  await expect.element(place).not.toBeInTheDocument()
  await visit('/emergency/report')
  await expect.element(place).toHaveValue('Milk booth, 4th Cross')
  await expect.element(photo).toBeVisible()
  answerCodes()
  await send.click()
  // The server may have got it, but its answer is lost.
  const first = lose(emergencyContract.reportInjured)
  await code.fill('123456')
  await page.getByRole('button', { name: 'Verify code' }).click()
  await expect.element(kept).toBeVisible()
  // The proof has expired meanwhile, so there is another code.
  refuse(emergencyContract.reportInjured, 'emergency.phone_not_confirmed')
  await send.click()
  await code.fill('654321')
  const second = answer(emergencyContract.reportInjured, { sentTo: [] })
  answer(emergencyContract.followInjured, makeFollowed())
  await page.getByRole('button', { name: 'Verify code' }).click()
  await expect
    .element(page.getByText('but there’s no rescuer there whom we can email right now'))
    .toBeVisible()
  expect(second.inputs).toEqual(first.inputs)
  expect(second.inputs[0]!.photo).toMatch(/^\/9j\//)
  await visit('/emergency/report')
  await expect.element(place).toHaveValue('')
})
