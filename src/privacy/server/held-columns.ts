const columns = (names: string): readonly string[] => names.trim().split(/\s+/)

/** The columns of each holding that go into the archive. A new column is left out until it is listed here. */
export const heldColumns: Readonly<Record<string, readonly string[]>> = {
  users: columns(`
    contact_email created_at email_verified erased_at id image leaving_since name proposed_email
    suspended_at time_zone time_zone_chosen updated_at`),
  profiles: columns(`
    created_at id role updated_at`),
  accounts: columns(`
    access_token_expires_at account_id created_at id issuer provider_id refresh_token_expires_at scope
    updated_at user_id`),
  sessions: columns(`
    created_at expires_at id ip_address proved_at updated_at user_agent user_id`),
  api_tokens: columns(`
    created_at expires_at id last_used_at name scopes start user_id`),
  mailed_links: columns(`
    email expires_at purpose user_id`),
  uploads: columns(`
    bytes content_type created_at height id is_private name user_id width`),
  pet_owners: columns(`
    address city created_at emergency_contact_name emergency_contact_phone id phone_number updated_at
    user_id`),
  pets: columns(`
    allergies breed colour conditions created_at date_of_birth fear_notes feeding_notes good_with_cats
    good_with_children good_with_dogs id insurance_policy_number is_birth_estimated is_mixed is_neutered
    medicines microchip name owner_id pet_size_lbs photo_url sex species status status_changed_at
    temperament toilet_notes vet_name vet_phone walk_notes`),
  pet_vaccinations: columns(`
    certificate_id created_at given_on id name next_due_on note_id pet_id`),
  providers: columns(`
    addressed_as buffer_minutes comes_to_owner currency full_name id is_complete is_confirmed is_regulated latitude location longitude
    minimum_notice_minutes night_price offers_in_person offers_online phone_number price profile_image_url rating
    refund_policy registration_number specialities time_zone total_reviews trade user_id
    verification_status`),
  veterinary_doctors: columns(`
    availability bio buffer_minutes consultation_fee created_at currency facts_verified_at full_name id
    license_id location minimum_notice_minutes offers_in_person offers_teleconsultation phone_number
    profile_image_url refund_policy registration_council specialization submitted_at time_zone
    updated_at user_id verification_status`),
  veterinary_schedules: columns(`
    day_of_week end_time id is_available schedule_date slot_duration_minutes start_time veterinary_id`),
  veterinary_breaks: columns(`
    end_time id reason schedule_id start_time`),
  veterinary_holidays: columns(`
    end_date id reason start_date veterinary_id`),
  pet_sitters: columns(`
    availability bio cancellation_policy created_at currency experience_years facts_verified_at full_name
    has_children has_garden has_own_pets home_kind hourly_rate id is_smoke_free location max_pets
    minimum_notice_minutes nightly_rate photos profile_image_url services sizes_accepted submitted_at time_zone
    updated_at user_id verification_status`),
  pet_sitter_schedules: columns(`
    day_of_week end_time id is_available pet_sitter_id schedule_date slot_duration_minutes start_time`),
  pet_sitter_breaks: columns(`
    end_time id reason schedule_id start_time`),
  pet_sitter_holidays: columns(`
    end_date id pet_sitter_id reason start_date`),
  pet_trainers: columns(`
    availability bio buffer_minutes comes_to_owner created_at currency facts_verified_at full_name hourly_rate id
    location minimum_notice_minutes offers_in_person offers_online profile_image_url refund_policy specializations
    submitted_at time_zone updated_at user_id verification_status years_experience`),
  pet_trainer_schedules: columns(`
    day_of_week end_time id is_available pet_trainer_id schedule_date slot_duration_minutes start_time`),
  pet_trainer_breaks: columns(`
    end_time id reason schedule_id start_time`),
  pet_trainer_holidays: columns(`
    end_date id pet_trainer_id reason start_date`),
  pet_stylists: columns(`
    availability bio buffer_minutes comes_to_owner created_at currency facts_verified_at full_name hourly_rate id
    location max_pets minimum_notice_minutes profile_image_url specializations submitted_at
    time_zone updated_at user_id verification_status years_experience`),
  pet_stylist_schedules: columns(`
    day_of_week end_time id is_available pet_stylist_id schedule_date slot_duration_minutes start_time`),
  pet_stylist_breaks: columns(`
    end_time id reason schedule_id start_time`),
  pet_stylist_holidays: columns(`
    end_date id pet_stylist_id reason start_date`),
  pharmacists: columns(`
    created_at facts_verified_at full_name id profile_image_url registration_number shop_address
    shop_license_number submitted_at updated_at user_id verification_status`),
  carts: columns(`
    changed_at user_id`),
  cart_lines: columns(`
    added_at quantity seen_price user_id variant_id`),
  cart_merges: columns(`
    guest_cart merged_at user_id`),
  checkouts: columns(`
    coupon_id id reserved_until user_id`),
  stock_reservations: columns(`
    checkout_id quantity variant_id`),
  reservation_starts: columns(`
    started_at user_id variant_id`),
  autoships: columns(`
    act_at address_name agreed_price city created_at failures id line name next_on obstacle payment_method_id pays phone pin
    prescription_id quantity sequence state status told_price told_total user_id variant variant_id weeks`),
  autoship_turns: columns(`
    autoship_id created_at due_on order_id outcome`),
  orders: columns(`
    checkout_id city coupon_id gstin id line name number pays phone pin placed_at position state total user_id`),
  order_parts: columns(`
    came_back carrier days_from days_to delivered_at id is_interstate is_pharmacist order_id ordered_at placed_at position refused
    seller_address seller_gstin
    seller_id seller_name seller_user_id status status_since total tracking`),
  order_parts_as_provider: columns(`
    came_back carrier days_from days_to delivered_at id is_interstate is_pharmacist order_id ordered_at placed_at position refused
    seller_address seller_gstin
    seller_id seller_name seller_user_id status status_since total tracking`),
  order_lines: columns(`
    amount cgst discount id igst kind name part_id picture position price quantity sgst tax_rate variant variant_id`),
  order_returns: columns(`
    amount asked_at carrier ended_at id kind outcome overruled_at part_id refused_at tracking`),
  returned_lines: columns(`
    back_on_sale line_id quantity return_id`),
  return_photos: columns(`
    position return_id upload_id`),
  order_part_changes: columns(`
    created_at from_status made_by note part_id sequence to_status`),
  given_prescriptions: columns(`
    created_at id issued_on medicines note_prescription_id pet_id pet_name prescriber registration_number upload_id user_id valid_until`),
  dispensings: columns(`
    answer answered_at asked_at created_at decided_at held_until part_id question`),
  dispensed_lines: columns(`
    asked batch expires_on id name order_line_id part_id position prescription_id product_id quantity reason refills status
    strength variant`),
  sellers: columns(`
    can_sell delivers_to delivery_days_from delivery_days_to id name place record searched state user_id`),
  products: columns(`
    brand breed_sizes category created_at description form hidden_at hidden_reason id ingredients is_in_stock is_listed kilo_price_from life_stages
    listed_at name needs_prescription pictures price_from rating review_count schedule seller_id seller_record shelf species
    star_counts state strength tax_class updated_at variant_count version reviewed_as`),
  product_reviews: columns(`
    counts created_at edited_at feedback id part_id product_id rating removal_reason removed_at replied_at reply reply_removed_at
    user_id`),
  product_reviews_as_provider: columns(`
    counts created_at edited_at feedback id product_id rating removed_at replied_at reply reply_removal_reason reply_removed_at
    seller_user_id`),
  product_variants: columns(`
    best_before grams id is_offered is_past kilo_price low_at low_told_at name position price product_id seller_id sku stock`),
  stock_changes: columns(`
    created_at delta id note reason stock_after user_id variant_id`),
  suppliers: columns(`
    bank_account_last_four bank_changed_at business_name created_at facts_verified_at gstin id pickup_address
    profile_image_url submitted_at updated_at user_id verification_status`),
  verification_changes: columns(`
    change_refused changed_at from_status id reason record record_id sequence to_status user_id
    with_account`),
  verification_proposals: columns(`
    facts proposed_at record record_id user_id`),
  verification_documents: columns(`
    created_at record record_id upload_id user_id`),
  appointments: columns(`
    absence_answered_at absence_reported_at address answer_by cancelled_at cancelled_by closing_reason contact_link
    contact_method created_at currency early_end_disputed_at ends_at first_starts_at id is_instant is_online nights no_show_at pet_owner_id phase price
    proposals provider_id provider_user_id reason refund_policy reschedules series_id started_at starts_at status stopped_at takes_time terms_accepted_at
    time_zone trade updated_at`),
  appointments_as_provider: columns(`
    absence_answered_at absence_reported_at address answer_by cancelled_at cancelled_by closing_reason contact_link
    contact_method created_at currency early_end_disputed_at ends_at first_starts_at id is_instant is_online nights no_show_at pet_owner_id phase price
    proposals provider_id provider_user_id reason refund_policy reschedules series_id started_at starts_at status stopped_at takes_time time_zone
    trade updated_at`),
  appointment_pets: columns(`
    appointment_id pet_id position`),
  training_details: columns(`
    appointment_id session_type`),
  veterinary_details: columns(`
    appointment_id preferred_contact schedule_id`),
  sitting_requests: columns(`
    accepted_at area batch_id created_at days_of_week dog_size_lbs emergency_name emergency_phone end_date end_time
    ended_at ended_by gets_along_with_other_dogs hourly_rate id location made_until nightly_rate
    payment_method_id pet_owner_id schedule_type service_type sitter_id special_care_instructions start_date
    start_time tax_percent time_zone`),
  sitting_requests_as_provider: columns(`
    accepted_at area created_at days_of_week dog_size_lbs emergency_name emergency_phone end_date end_time ended_at
    ended_by gets_along_with_other_dogs hourly_rate id location made_until nightly_rate pet_owner_id
    schedule_type service_type sitter_id special_care_instructions start_date start_time
    tax_percent time_zone`),
  meet_greets: columns(`
    agreed_at answer_by created_at ended_by id kind message pet_owner_id place reason reminded_at revision service_type
    sitter_id starts_at status suggested_by suggestions time_zone times updated_at`),
  meet_greets_as_provider: columns(`
    agreed_at answer_by created_at ended_by id kind message pet_owner_id place reason reminded_at revision service_type
    sitter_id starts_at status suggested_by suggestions time_zone times updated_at`),
  meet_greet_pets: columns(`
    meet_greet_id pet_id position`),
  sitting_details: columns(`
    appointment_id day is_asking late_told_at remade_at request_id`),
  sitting_moves: columns(`
    answer_by appointment_id asked_by created_at ended_at ends_at id outcome starts_at`),
  sitting_gaps: columns(`
    created_at day pause_id reason request_id`),
  sitting_pauses: columns(`
    created_at end_date id made_by request_id resumed_at start_date`),
  sitting_visits: columns(`
    appointment_id day id note note_arrived_at note_entry_id note_written_at route_removed_at sent_at started_at started_on_phone
    stopped_at stopped_on_phone`),
  sitting_visits_as_provider: columns(`
    appointment_id day id note note_arrived_at note_entry_id note_written_at route_removed_at sent_at started_at started_on_phone
    stopped_at stopped_on_phone`),
  sitting_taps: columns(`
    id kind pet_id tapped_at tapped_on_phone undone_at visit_id`),
  sitting_taps_as_provider: columns(`
    id kind pet_id tapped_at tapped_on_phone undone_at visit_id`),
  sitting_photos: columns(`
    added_at added_on_phone id removed_at upload_id visit_id`),
  sitting_photos_as_provider: columns(`
    added_at added_on_phone id removed_at upload_id visit_id`),
  sitting_routes: columns(`
    created_at id points track visit_id`),
  sitting_routes_as_provider: columns(`
    created_at id points track visit_id`),
  styling_details: columns(`
    appointment_id bite_notes coat_notes position service`),
  ratings: columns(`
    appointment_id created_at edited_at feedback id pet_owner_id provider_id rating removal_reason removed_at
    replied_at reply reply_removed_at series_id`),
  ratings_as_provider: columns(`
    appointment_id created_at edited_at feedback id pet_owner_id provider_id rating removed_at replied_at reply
    reply_removal_reason reply_removed_at series_id`),
  appointment_proposals: columns(`
    appointment_id ended_at ends_at id lapses_at note outcome proposed_at starts_at time_zone`),
  appointment_changes: columns(`
    actor_user_id appointment_id changed_at from_status id moved_from moved_to reason sequence to_status what`),
  booking_waits: columns(`
    asked_at day id provider_id told_at trade user_id`),
  payment_methods: columns(`
    card_brand card_last_four created_at gateway id is_default method_type removed_at upi_id user_id`),
  payment_setups: columns(`
    created_at gateway id looked_at method_type payment_method_id status upi_id user_id`),
  package_offers: columns(`
    created_at currency id minutes price provider_id provider_user_id session_types sessions title trade
    updated_at valid_for valid_unit version withdrawn_at`),
  packages: columns(`
    balance closed_at created_at currency expires_at gone id minutes number offer_id paid_at pet_owner_id
    price provider_id provider_user_id refund_unit reminded_days session_types sessions single_price status
    time_zone title trade valid_for valid_unit`),
  packages_as_provider: columns(`
    balance closed_at created_at currency expires_at gone id minutes number offer_id paid_at pet_owner_id
    price provider_id provider_user_id refund_unit session_types sessions single_price status
    time_zone title trade valid_for valid_unit`),
  package_uses: columns(`
    appointment_id id package_id settled_at state taken_at`),
  package_changes: columns(`
    changed_at changed_by id note package_id sequence what`),
  payment_parts: columns(`
    amount arrived_at due_at id payee_user_id payment_id refund_due`),
  payment_parts_as_provider: columns(`
    amount arrived_at commission commissionable due_at id payable_from payee_user_id payment_id refund_due`),
  payment_shares_as_provider: columns(`
    amount created_at id payable_from payment_id`),
  payments: columns(`
    amount appointment_id closed_at completed_at created_at currency description due_at failure gateway id
    lapsed_at method_label order_id package_id pay_by payable_from payee_user_id payer_user_id payment_method receipt_number
    refund_due status tax_percent updated_at`),
  payments_as_provider: columns(`
    amount appointment_id closed_at completed_at created_at currency description due_at gateway id lapsed_at
    order_id package_id pay_by payable_from payee_user_id payer_user_id refund_due status tax_percent updated_at`),
  charges: columns(`
    amount begun_at charge_status created_at currency due_at failure id payment_id payment_method_id
    settled_at`),
  payment_attempts: columns(`
    captured charge_id created_at decides_by failure gateway id looked_at paid_at payment_id payment_method_id settled_at
    status`),
  refunds: columns(`
    amount attempt_id created_at currency failure id looked_at paid_by_hand part_id payment_id reason settled_at status tries`),
  refund_grants: columns(`
    amount attempt_id created_at id part_id payment_id reason`),
  refund_slices: columns(`
    amount part_id source_id`),
  payment_disputes: columns(`
    amount attempt_id id opened_at part_id payment_id settled_at status`),
  refunds_as_provider: columns(`
    amount created_at currency id payment_id reason settled_at status`),
  payment_disputes_as_provider: columns(`
    amount id opened_at payment_id settled_at status`),
  payouts: columns(`
    amount created_at currency gateway id paid_at reference user_id`),
  ledger_entries: columns(`
    account amount currency id transfer_id user_id`),
  visit_notes: columns(`
    assessment author_side author_user_id behaviour booking_id breathing_rate created_at
    follow_up_on happened_on heart_rate history id pet_id plan products registration_number signed_at signed_name
    temperature_c type updated_at valid_months version weight_lbs`),
  visit_note_medicines: columns(`
    days dose form how_often name note_id position refills strength`),
  visit_note_vaccinations: columns(`
    given_on name next_due_on note_id position`),
  visit_note_homework: columns(`
    exercise how_long how_often note_id position`),
  visit_note_files: columns(`
    note_id position upload_id`),
  visit_note_addenda: columns(`
    created_at id note_id position text`),
  incidents: columns(`
    answer answered_at appointment_id author_user_id created_at done happened id kind pet_id position
    removal_reason removed_at severity updated_at version`),
  incident_addenda: columns(`
    created_at id incident_id position text`),
  visit_pictures: columns(`
    appointment_id created_at moment pet_id position upload_id`),
  prescriptions: columns(`
    created_at id issued_on note_id pet_id valid_until`),
  prescription_lines: columns(`
    days dose form how_often id name position prescription_id refills strength`),
  visit_note_links: columns(`
    created_at expires_at id note_id revoked_at user_id`),
  notifications: columns(`
    created_at id in_bell message metadata related_report_id source title type user_id`),
  user_notification_reads: columns(`
    notification_id read_at user_id`),
  user_cleared_notifications: columns(`
    cleared_at user_id`),
  unmailed_notices: columns(`
    due_at is_urgent notices requests types user_id`),
  notification_timing: columns(`
    mail_pace quiet_from quiet_until user_id`),
  waiting_notices: columns(`
    calendar channel due_at is_urgent notification_id user_id`),
  push_subscriptions: columns(`
    created_at failing_since id session_id user_id`),
  notification_choices: columns(`
    channel is_wanted pace type user_id`),
  contact_messages: columns(`
    answer answered_at created_at email id message name number phone topic urgency user_id`),
  support_tickets: columns(`
    booking_id closed_at closed_by created_at id number order_id status subject topic updated_at
    urgency user_id waiting_since`),
  support_ticket_messages: columns(`
    created_at id position text ticket_id`),
  support_ticket_files: columns(`
    message_id position upload_id`),
  service_wishes: columns(`
    created_at service user_id`),
  tasks: columns(`
    assignee_id at course_line_id created_at dismissed_at ends_after every_days id kind last_on note_id notes open_on over_on
    pet_id refill_line_id remind remind_local remind_on repeats snoozed_on snoozed_to starts_on title updated_at user_id
    vaccination_id weekdays`),
  task_ticks: columns(`
    id is_again occurs_on task_id ticked_at ticked_by user_id`),
  household_members: columns(`
    email ended_at expires_at id invited_at joined_at mails member_id state user_id wants_reminders`),
  household_members_as_caregiver: columns(`
    email ended_at expires_at id invited_at joined_at member_id state user_id wants_reminders`),
  household_pets: columns(`
    household_member_id pet_id`),
  pet_reports: columns(`
    alert_waits ask_at breed can_keep closed_at collar colours contact_phone created_at exact_place has_chip has_reward id latitude
    location_address longitude marks microchip pet_id pet_name photos reach_km removal_reason removed_at renewed_at secret_mark
    seen_at sex shown_latitude shown_longitude size species state status story updated_at user_id whereabouts`),
  injured_reports: columns(`
    accepted_at animal city created_at ended_at id latitude longitude note phone phone_confirmed photo place set_out_at
    severity status user_id`),
  pet_report_entries: columns(`
    created_at direction guest_phone id kind latitude longitude photo_id place report_id seen_at text user_id`),
  pet_report_complaints: columns(`
    closed_at created_at entry_id id outcome reason report_id said user_id`),
  product_review_complaints: columns(`
    closed_at created_at id outcome reason review_id user_id`),
  alert_places: columns(`
    alerted_at area digest_at latitude longitude muted_species unconfirmed_alert_at updated_at user_id`),
  pet_report_contacts: columns(`
    created_at helper_id id report_id reporter_id`),
  pet_report_followers: columns(`
    created_at report_id user_id`),
  message_readers: columns(`
    read_at read_position thread_id to_be_told unread user_id`),
  message_threads: columns(`
    booking_id contact_id created_at id last_position meet_greet_id subject_id`),
  messages: columns(`
    created_at erased_at id position sender_id text thread_id`),
  message_pictures: columns(`
    message_id position upload_id`),
  message_blocks: columns(`
    blocked_id blocked_name blocker_id created_at pet_names`),
  buyer_blocks: columns(`
    buyer_id created_at seller_user_id`),
  message_reports: columns(`
    appointment_id created_at evidence id kind message_id outcome provider_id reason reported_id reporter_id resolved_at
    snapshot thread_id`),
}
