/**
 * The tables, one schema for the embedded database and for PostgreSQL. The primary key of every borrower table starts
 * with the borrower's key, so that each query concerns one borrower and Citus can distribute the tables. Money is in
 * whole cents, dates are plain dates, and `*_at` columns are instants.
 */
export * from './accounts.ts';
export * from './documents.ts';
export * from './messages.ts';
export * from './payments.ts';
export * from './portal.ts';
export * from './profile.ts';
export * from './repayment.ts';
export * from './session.ts';
