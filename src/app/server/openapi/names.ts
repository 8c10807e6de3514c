import * as accounts from '#/accounts/contract.ts'
import * as tokens from '#/accounts/token-contract.ts'
import * as appointmentRules from '#/appointments/rules.ts'
import * as appointments from '#/appointments/shapes.ts'
import * as appointmentTrade from '#/appointments/trade.ts'
import * as availability from '#/booking/availability-contract.ts'
import * as booking from '#/booking/contract.ts'
import * as care from '#/care/contract.ts'
import * as incidents from '#/care/incidents.ts'
import * as notes from '#/care/notes.ts'
import * as injured from '#/emergency/injured-contract.ts'
import * as households from '#/households/contract.ts'
import * as fields from '#/kernel/fields.ts'
import * as time from '#/kernel/time.ts'
import * as location from '#/location/contract.ts'
import * as messaging from '#/messaging/contract.ts'
import * as notifications from '#/notifications/contract.ts'
import * as owners from '#/owners/contract.ts'
import * as packages from '#/packages/contract.ts'
import * as packageShapes from '#/packages/shapes.ts'
import * as payments from '#/payments/contract.ts'
import * as paymentRules from '#/payments/rules.ts'
import * as pets from '#/pets/contract.ts'
import * as privacy from '#/privacy/contract.ts'
import * as ratings from '#/ratings/shapes.ts'
import * as reports from '#/reports/shapes.ts'
import * as cart from '#/shop/cart.ts'
import * as shop from '#/shop/contract.ts'
import * as delivery from '#/shop/delivery.ts'
import * as figures from '#/shop/figures.ts'
import * as imports from '#/shop/import.ts'
import * as orders from '#/shop/orders.ts'
import * as prescriptions from '#/shop/prescriptions.ts'
import * as products from '#/shop/products.ts'
import * as productReviews from '#/shop/reviews.ts'
import * as selling from '#/shop/selling.ts'
import * as stock from '#/shop/stock.ts'
import * as sitting from '#/sitting/contract.ts'
import * as meeting from '#/sitting/meet-contract.ts'
import * as moving from '#/sitting/move-contract.ts'
import * as sitters from '#/sitting/shapes.ts'
import * as styling from '#/styling/contract.ts'
import * as stylists from '#/styling/shapes.ts'
import * as tickets from '#/support/tickets.ts'
import * as todo from '#/todo/contract.ts'
import * as training from '#/training/contract.ts'
import * as trainer from '#/training/shapes.ts'
import * as verification from '#/verification/contract.ts'
import * as vetProfile from '#/veterinary/profile.ts'
import * as veterinary from '#/veterinary/shapes.ts'

export const names = {
  ApiToken: tokens.apiTokenSchema,
  Appointment: appointments.appointmentSchema,
  AppointmentChange: appointments.changeSchema,
  AppointmentPayment: appointments.appointmentPayment,
  AppointmentProposal: appointments.proposalSchema,
  AppointmentProvider: appointments.appointmentProvider,
  AppointmentSeries: appointmentTrade.seriesSchema,
  BookedAppointment: appointments.bookedSchema,
  AppointmentStatus: appointmentRules.appointmentStatusSchema,
  Availability: availability.availabilitySchema,
  Cart: cart.cartSchema,
  CartLine: cart.cartLineSchema,
  CareRecord: care.carePetSchema,
  CareVisit: care.visitSchema,
  Certificate: pets.certificateSchema,
  ClockTime: time.clockTimeSchema,
  Day: time.daySchema,
  DayState: booking.dayStateSchema,
  Done: fields.done,
  Earning: payments.earningSchema,
  FoundSitter: sitters.foundSitterSchema,
  Hours: availability.hoursSchema,
  HoursInput: availability.hoursInput,
  Homework: notes.homeworkSchema,
  HomeworkInput: notes.homeworkInput,
  Incident: incidents.incidentSchema,
  IncidentSummary: incidents.incidentRowSchema,
  Leaving: privacy.leavingSchema,
  MeetGreet: meeting.meetGreetSchema,
  Medicine: notes.medicineSchema,
  MedicineInput: notes.medicineInput,
  Message: messaging.messageSchema,
  Money: fields.moneySchema,
  MovedAppointment: appointments.movedSchema,
  Note: notes.noteSchema,
  NoteAuthor: notes.bySchema,
  NoteLink: care.linkSchema,
  NoteSummary: notes.noteRowSchema,
  NoteType: notes.typeSchema,
  NotedVaccination: notes.vaccinationSchema,
  Notification: notifications.notification,
  NotificationChoice: notifications.choice,
  OpenDays: booking.openDaysSchema,
  OutsideBooking: availability.outsideSchema,
  OwnPackageOffer: packageShapes.ownOfferSchema,
  OwnedPackage: packageShapes.packageSchema,
  OwnerProfile: owners.profileSchema,
  PackageDetail: packageShapes.packageDetailSchema,
  PackageEvent: packageShapes.packageEventSchema,
  PackageOfferInput: packages.offerInput,
  PackageOffer: packageShapes.offerSchema,
  PackagePurchase: packages.purchaseSchema,
  PackageUse: packageShapes.useSchema,
  Patient: notes.petSchema,
  ImportProblem: imports.importProblemSchema,
  ImportResult: imports.importResultSchema,
  DeliveryOfSeller: delivery.deliverySchema,
  OwnProduct: selling.ownProductSchema,
  OwnProductInput: selling.productInput,
  OwnProductRow: selling.ownProductRowSchema,
  OwnVariant: selling.ownVariantSchema,
  OwnVariantInput: selling.variantInput,
  PatientSummary: care.patientSchema,
  Payment: payments.paymentSchema,
  PaymentMethod: payments.methodSchema,
  PaymentStatus: paymentRules.paymentStatusSchema,
  Payouts: payments.payoutsSchema,
  Pet: pets.petSchema,
  PetCare: pets.petCareSchema,
  Order: orders.orderSchema,
  OrderReturn: orders.returnSchema,
  OrderAddress: orders.addressSchema,
  OrderAddressInput: orders.addressInput,
  OrderLine: orders.orderLineSchema,
  OrderStep: orders.stepSchema,
  PrescriptionChoice: prescriptions.choiceSchema,
  GivenPrescription: prescriptions.givenPrescriptionSchema,
  DispensedLine: prescriptions.dispensedLineSchema,
  CheckedPrescription: prescriptions.checkedSchema,
  Dispensing: prescriptions.dispensingSchema,
  SoldOrderPart: orders.soldPartSchema,
  PetDetails: pets.petDetailsSchema,
  PharmacistProfile: shop.pharmacistSchema,
  PharmacistProfileInput: shop.pharmacistInput,
  Place: location.placeSchema,
  Product: products.productSchema,
  ProductCard: products.productCardSchema,
  ProductFacets: products.facetsSchema,
  ProductReview: productReviews.productReviewSchema,
  ProductReviewOfSeller: productReviews.ownReviewSchema,
  ProductVariant: products.variantSchema,
  ReviewableProduct: productReviews.boughtSchema,
  ProviderRecord: verification.providerRecordSchema,
  RescueReport: injured.rescuedSchema,
  Refund: payments.refundSchema,
  Review: ratings.reviewSchema,
  StockChange: stock.stockChangeSchema,
  StockChangeInput: stock.stockChangeInput,
  Session: accounts.session,
  SessionType: packageShapes.sessionTypeSchema,
  Selling: selling.sellingSchema,
  Sales: figures.salesSchema,
  SellingFigures: figures.sellingFiguresSchema,
  SharedNote: notes.sharedNoteSchema,
  SignedInUser: accounts.sessionUser,
  SitterBookingRules: sitters.bookingRulesSchema,
  PetReport: reports.reportSchema,
  PetReportCard: reports.cardSchema,
  PetReportContact: reports.contactSchema,
  PetReportCards: reports.cardPageSchema,
  PetReportInFeed: reports.feedReportSchema,
  PetReportEntry: reports.entrySchema,
  SittingMove: moving.sittingMoveSchema,
  SitterProfile: sitting.profileSchema,
  SitterProfileInput: sitting.sitterProfileInput,
  Slot: booking.slotSchema,
  Slots: booking.slotsSchema,
  SoldPackage: packageShapes.soldPackageSchema,
  Species: pets.speciesSchema,
  Stylist: stylists.stylistSchema,
  StylistProfile: styling.profileSchema,
  StylistProfileInput: styling.stylistProfileInput,
  SupplierProfile: shop.supplierSchema,
  SupplierProfileInput: shop.supplierInput,
  Temperament: pets.temperamentSchema,
  HouseholdInvitation: households.invitationSchema,
  HouseholdMember: households.memberSchema,
  HouseholdHelped: households.helpedSchema,
  Task: todo.taskSchema,
  TaskDone: todo.doneTaskSchema,
  TaskInput: todo.taskFieldsSchema,
  Thread: messaging.threadSchema,
  ThreadBooking: messaging.bookingSchema,
  Ticket: tickets.ticketSchema,
  TicketBooking: tickets.bookingSchema,
  TicketStatus: tickets.ticketStatusSchema,
  TicketSummary: tickets.ticketRow,
  TicketTopic: tickets.topicSchema,
  SlotTrade: availability.slotTradeSchema,
  Trade: availability.tradeSchema,
  Trainer: trainer.trainerSchema,
  TrainerProfile: training.profileSchema,
  TrainerProfileInput: training.trainerProfileInput,
  Vaccination: pets.vaccineSchema,
  VaccinationInput: notes.vaccinationInput,
  VerificationDocument: verification.documentSchema,
  VerificationStanding: verification.standingSchema,
  Vet: veterinary.vetSchema,
  ProviderFigures: appointments.figuresSchema,
  VetProfile: vetProfile.vetProfileSchema,
  VetProfileInput: vetProfile.vetProfileInput,
  Visit: appointments.visitSchema,
  WaysIn: accounts.ownWaysIn,
  Weekday: availability.weekdaySchema,
}
