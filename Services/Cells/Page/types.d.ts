// Types for other cells.

/** The last known state of another cell. */
interface OtherCell {
  name: string; router: string; web?: string; slots: string; standups: Summary[] | null; isMore?: boolean; problem: string;
  isDue: boolean; isLoading: boolean; fresh?: Summary[];
  /** Last search results, or the reason why they are missing. */
  hits: any[]; total: number; lost: string;
}
interface CellsState {
  /** Other cells, the time of the query, and the search text. */
  cells?: { all: OtherCell[]; at: number; query: string };
  /** Places of standups in other cells. */
  moved?: Map<string, { router: string; web?: string }>;
}
interface State extends CellsState {}
