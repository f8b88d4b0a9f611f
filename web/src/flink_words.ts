// Words of Flink SQL that are no names.
export const keywords =
  'all and any as asc at begin between both by case cast conflict constraint create cross cube current deduplicate default define delete desc ' +
  'descriptor distinct distributed do drop else emit end enforced error escape except execute exists explain false fetch filter first following for ' +
  'from full function group grouping having if ignore in inner insert intersect interval into is join key last lateral leading left like limit ' +
  'match_recognize measures metadata natural not nothing null nulls of offset on only or order outer over overwrite partition partitioned pattern per ' +
  'plan preceding primary range recursive replace reset respect right rollup row rows select set sets similar skip statement system_time table ' +
  'tablesample temporary then to trailing true try_cast unbounded union unique unknown unnest update using values view virtual watermark when where ' +
  'window with within without';
export const types =
  'array bigint binary boolean bytes char date decimal double float int integer map multiset numeric raw row smallint string time timestamp ' +
  'timestamp_ltz tinyint varbinary varchar variant';
