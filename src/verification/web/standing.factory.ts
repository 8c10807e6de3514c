import type { z } from 'zod'
import { answer } from '#/app/testing/browser/answers.ts'
import { made } from '#/app/testing/browser/made.ts'
import { standingSchema, verificationContract } from '#/verification/contract.ts'

/** Answers the standing of the caller's record, in the state that the fields say. */
export function haveStanding(fields: Partial<z.input<typeof standingSchema>>): void {
  answer(verificationContract.standing, made(standingSchema, fields))
}

/** The record that has not been saved yet. */
export function haveNoStanding(): void {
  answer(verificationContract.standing, null)
}
