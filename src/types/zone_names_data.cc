// Written by scripts/make-zone-names; see zone_names.h.
#include "types/zone_names.h"

namespace rowkind {

// clang-format off
const char* const kZoneNames = R"tz(
ACST|Australian Central Standard Time|ACDT|+	Australia/Adelaide Australia/Broken_Hill Australia/Darwin
ACT|Acre Standard Time|ACST|*	America/Eirunepe America/Rio_Branco
ACWST|Australian Central Western Standard Time|ACWDT|+	Australia/Eucla
AEST|Australian Eastern Standard Time|AEDT|+	Antarctica/Macquarie Australia/Brisbane Australia/Hobart Australia/Lindeman Australia/Melbourne Australia/Sydney
AFT|Afghanistan Time|AFST|Afghanistan Summer Time	Asia/Kabul
AKST|Alaska Standard Time|AKDT|+	America/Anchorage America/Juneau America/Metlakatla America/Nome America/Sitka America/Yakutat
ALMT|East Kazakhstan Time|ALMST|Alma-Ata Summer Time	Asia/Almaty
AMT|Amazon Standard Time|AMST|*	America/Boa_Vista America/Campo_Grande America/Cuiaba America/Manaus America/Porto_Velho
AMT|Armenia Standard Time|AMST|*	Asia/Yerevan
ANAT|Anadyr Standard Time|ANAST|*	Asia/Anadyr
AQTT|West Kazakhstan Time|AQTST|Aqtau Summer Time	Asia/Aqtau
AQTT|West Kazakhstan Time|AQTST|Aqtobe Summer Time	Asia/Aqtobe
ART|Argentina Standard Time|ARST|*	America/Argentina/Buenos_Aires America/Argentina/Catamarca America/Argentina/Cordoba America/Argentina/Jujuy America/Argentina/La_Rioja America/Argentina/Mendoza America/Argentina/Rio_Gallegos America/Argentina/Salta America/Argentina/San_Juan America/Argentina/San_Luis America/Argentina/Tucuman America/Argentina/Ushuaia
AST|Arabian Standard Time|ADT|+	Asia/Baghdad Asia/Qatar Asia/Riyadh
AST|Atlantic Standard Time|ADT|+	America/Barbados America/Glace_Bay America/Goose_Bay America/Halifax America/Martinique America/Moncton America/Puerto_Rico America/Santo_Domingo America/Thule Atlantic/Bermuda
AWST|Australian Western Standard Time|AWDT|+	Australia/Perth
AWST|Casey Time|AWDT|Australian Western Daylight Time	Antarctica/Casey
AZOT|Azores Standard Time|AZOST|*	Atlantic/Azores
AZT|Azerbaijan Standard Time|AZST|*	Asia/Baku
BDT|Bangladesh Standard Time|BDST|*	Asia/Dhaka
BNT|Brunei Darussalam Time|BNST|Brunei Summer Time	Asia/Brunei
BOT|Bolivia Time|BOST|Bolivia Summer Time	America/La_Paz
BRT|Brasilia Standard Time|BRST|*	America/Araguaina America/Bahia America/Belem America/Fortaleza America/Maceio America/Recife America/Santarem America/Sao_Paulo
BST|Bougainville Standard Time|BST|+	Pacific/Bougainville
BTT|Bhutan Time|BTST|Bhutan Summer Time	Asia/Thimphu
CAT|Central Africa Time|CAST|Central African Summer Time	Africa/Juba Africa/Khartoum Africa/Maputo
CAT|Central Africa Time|WAT|Western African Time	Africa/Windhoek
CCT|Cocos Islands Time|CCST|Cocos Islands Summer Time	Indian/Cocos
CET|Central European Standard Time|CEST|*	Africa/Algiers Africa/Ceuta Africa/Tunis Europe/Andorra Europe/Belgrade Europe/Berlin Europe/Brussels Europe/Budapest Europe/Gibraltar Europe/Madrid Europe/Malta Europe/Paris Europe/Prague Europe/Rome Europe/Tirane Europe/Vienna Europe/Warsaw Europe/Zurich
CET|Central European Time|CEST|Central European Summer Time	CET
CHAST|Chatham Standard Time|CHADT|+	Pacific/Chatham
CHOT|Ulaanbaatar Standard Time|CHOST|*	Asia/Choibalsan
CHUT|Chuuk Time|CHUST|Chuuk Summer Time	Pacific/Chuuk Pacific/Truk Pacific/Yap
CKT|Cook Islands Standard Time|CKHST|Cook Islands Half Summer Time	Pacific/Rarotonga
CLT|Chile Standard Time|CLST|*	America/Santiago
CLT|Chile Time|CLST|Chile Summer Time	Antarctica/Palmer
COT|Colombia Standard Time|COST|*	America/Bogota
CST|Central Standard Time|CDT|+	America/Bahia_Banderas America/Belize America/Chicago America/Chihuahua America/Costa_Rica America/El_Salvador America/Guatemala America/Indiana/Knox America/Indiana/Tell_City America/Managua America/Matamoros America/Menominee America/Merida America/Mexico_City America/Monterrey America/North_Dakota/Beulah America/North_Dakota/Center America/North_Dakota/New_Salem America/Ojinaga America/Rankin_Inlet America/Regina America/Resolute America/Swift_Current America/Tegucigalpa America/Winnipeg CST6CDT
CST|China Standard Time|CDT|+	Asia/Macau Asia/Shanghai
CST|Cuba Standard Time|CDT|+	America/Havana
CST|Taipei Standard Time|CDT|+	Asia/Taipei
CVT|Cape Verde Standard Time|CVST|*	Atlantic/Cape_Verde
CXT|Christmas Island Time|CXST|Christmas Island Summer Time	Indian/Christmas
ChST|Chamorro Standard Time|ChDT|+	Pacific/Guam
DAVT|Davis Time|DAVST|Davis Summer Time	Antarctica/Davis
DDUT|Dumont-d’Urville Time|DDUST|Dumont-d'Urville Summer Time	Antarctica/DumontDUrville
EAST|Easter Island Standard Time|EASST|*	Pacific/Easter
EAT|East Africa Time|EAST|Eastern African Summer Time	Africa/Nairobi
ECT|Ecuador Time|ECST|Ecuador Summer Time	America/Guayaquil
EET|Eastern European Standard Time|EEST|*	Africa/Cairo Africa/Tripoli Asia/Amman Asia/Beirut Asia/Damascus Asia/Gaza Asia/Hebron Asia/Nicosia Europe/Athens Europe/Bucharest Europe/Chisinau Europe/Helsinki Europe/Kaliningrad Europe/Kyiv Europe/Riga Europe/Sofia Europe/Tallinn Europe/Vilnius
EET|Eastern European Time|EEST|Eastern European Summer Time	Asia/Famagusta EET
EGT|East Greenland Standard Time|EGST|*	America/Scoresbysund
EST|Eastern Standard Time|EDT|+	America/Cancun America/Detroit America/Grand_Turk America/Indiana/Indianapolis America/Indiana/Marengo America/Indiana/Petersburg America/Indiana/Vevay America/Indiana/Vincennes America/Indiana/Winamac America/Iqaluit America/Jamaica America/Kentucky/Louisville America/Kentucky/Monticello America/New_York America/Panama America/Port-au-Prince America/Toronto EST5EDT
EST|Eastern Standard Time	EST
FJT|Fiji Standard Time|FJST|*	Pacific/Fiji
FKT|Falkland Islands Standard Time|FKST|*	Atlantic/Stanley
FNT|Fernando de Noronha Standard Time|FNST|*	America/Noronha
GALT|Galapagos Time|GALST|Galapagos Summer Time	Pacific/Galapagos
GAMT|Gambier Time|GAMST|Gambier Summer Time	Pacific/Gambier
GET|Georgia Standard Time|GEST|*	Asia/Tbilisi
GFT|French Guiana Time|GFST|French Guiana Summer Time	America/Cayenne
GILT|Gilbert Islands Time|GILST|Gilbert Is. Summer Time	Pacific/Tarawa
GMT+01:00|GMT+01:00	Etc/GMT-1
GMT+02:00|GMT+02:00	Etc/GMT-2
GMT+03:00|GMT+03:00	Etc/GMT-3
GMT+04:00|Astrakhan Standard Time	Europe/Astrakhan
GMT+04:00|GMT+04:00	Etc/GMT-4
GMT+04:00|Saratov Standard Time	Europe/Saratov
GMT+04:00|Ulyanovsk Standard Time	Europe/Ulyanovsk
GMT+05:00|GMT+05:00	Etc/GMT-5
GMT+05:00|West Kazakhstan Time|GMT+05:00|Atyrau Daylight Time	Asia/Atyrau
GMT+06:00|GMT+06:00	Etc/GMT-6
GMT+07:00|Barnaul Standard Time|GMT+07:00|+	Asia/Barnaul
GMT+07:00|GMT+07:00	Etc/GMT-7
GMT+07:00|Tomsk Standard Time|GMT+07:00|+	Asia/Tomsk
GMT+08:00|GMT+08:00	Etc/GMT-8
GMT+09:00|GMT+09:00	Etc/GMT-9
GMT+10:00|GMT+10:00	Etc/GMT-10
GMT+11:00|GMT+11:00	Etc/GMT-11
GMT+12:00|GMT+12:00	Etc/GMT-12
GMT+13:00|GMT+13:00	Etc/GMT-13
GMT+13:00|Kanton Standard Time|GMT+13:00|+	Pacific/Kanton
GMT+14:00|GMT+14:00	Etc/GMT-14
GMT-01:00|GMT-01:00	Etc/GMT+1
GMT-02:00|GMT-02:00	Etc/GMT+2
GMT-03:00|GMT-03:00	Etc/GMT+3
GMT-03:00|Punta Arenas Standard Time	America/Punta_Arenas
GMT-04:00|GMT-04:00	Etc/GMT+4
GMT-05:00|GMT-05:00	Etc/GMT+5
GMT-06:00|GMT-06:00	Etc/GMT+6
GMT-07:00|GMT-07:00	Etc/GMT+7
GMT-08:00|GMT-08:00	Etc/GMT+8
GMT-09:00|GMT-09:00	Etc/GMT+9
GMT-10:00|GMT-10:00	Etc/GMT+10
GMT-11:00|GMT-11:00	Etc/GMT+11
GMT-12:00|GMT-12:00	Etc/GMT+12
GMT|Greenwich Mean Time|BST|British Summer Time	Europe/London
GMT|Greenwich Mean Time|CEST|Central European Summer Time	Antarctica/Troll
GMT|Greenwich Mean Time|GHST|Ghana Summer Time	Africa/Accra
GMT|Greenwich Mean Time	Africa/Abidjan Africa/Bissau Africa/Monrovia Africa/Sao_Tome America/Danmarkshavn Etc/GMT
GMT|Greenwich Mean Time|IST|Irish Standard Time	Europe/Dublin
GST|Gulf Standard Time|GDT|+	Asia/Dubai
GST|South Georgia Time|GDT|South Georgia Daylight Time	Atlantic/South_Georgia
GYT|Guyana Time|GYST|Guyana Summer Time	America/Guyana
HAST|Hawaii-Aleutian Standard Time|HADT|+	America/Adak Pacific/Johnston
HKT|Hong Kong Standard Time|HKST|*	Asia/Hong_Kong
HOVT|Hovd Standard Time|HOVST|*	Asia/Hovd
HST|Hawaii Standard Time	HST
HST|Hawaii-Aleutian Standard Time|HDT|+	Pacific/Honolulu
ICT|Indochina Time|ICST|Indochina Summer Time	Asia/Bangkok Asia/Ho_Chi_Minh
IOT|Indian Ocean Time|IOST|Indian Ocean Territory Summer Time	Indian/Chagos
IRKT|Irkutsk Standard Time|IRKST|*	Asia/Irkutsk
IRST|Iran Standard Time|IRDT|+	Asia/Tehran
IST|India Standard Time|IDT|+	Asia/Colombo Asia/Kolkata
IST|Israel Standard Time|IDT|+	Asia/Jerusalem
JST|Japan Standard Time|JDT|+	Asia/Tokyo
KGT|Kyrgyzstan Time|KGST|Kirgizstan Summer Time	Asia/Bishkek
KOST|Kosrae Time|KOSST|Kosrae Summer Time	Pacific/Kosrae
KRAT|Krasnoyarsk Standard Time|KRAST|*	Asia/Krasnoyarsk Asia/Novokuznetsk
KST|Korean Standard Time|KDT|+	Asia/Pyongyang Asia/Seoul
LHST|Lord Howe Standard Time|LHDT|+	Australia/Lord_Howe
LINT|Line Islands Time|LINST|Line Is. Summer Time	Pacific/Kiritimati
MAGT|Magadan Standard Time|MAGST|*	Asia/Magadan
MART|Marquesas Time|MARST|Marquesas Summer Time	Pacific/Marquesas
MAWT|Mawson Time|MAWST|Mawson Summer Time	Antarctica/Mawson
MET|Middle Europe Time|MEST|Middle Europe Summer Time	MET
MHT|Marshall Islands Time|MHST|Marshall Islands Summer Time	Pacific/Kwajalein Pacific/Majuro
MMT|Myanmar Time|MMST|Myanmar Summer Time	Asia/Yangon
MSK|Moscow Standard Time|MSD|+	Europe/Kirov
MSK|Moscow Standard Time|MSD|*	Europe/Minsk Europe/Moscow Europe/Simferopol
MSK|Volgograd Standard Time|MSD|*	Europe/Volgograd
MST|Mexican Pacific Standard Time|MDT|+	America/Hermosillo America/Mazatlan
MST|Mountain Standard Time|MDT|+	America/Boise America/Cambridge_Bay America/Ciudad_Juarez America/Dawson America/Dawson_Creek America/Denver America/Edmonton America/Fort_Nelson America/Inuvik America/Phoenix America/Whitehorse MST7MDT
MST|Mountain Standard Time	MST
MUT|Mauritius Standard Time|MUST|*	Indian/Mauritius
MVT|Maldives Time|MVST|Maldives Summer Time	Indian/Maldives
MYT|Malaysia Time|MYST|Malaysia Summer Time	Asia/Kuala_Lumpur Asia/Kuching
NCT|New Caledonia Standard Time|NCST|*	Pacific/Noumea
NFT|Norfolk Island Standard Time|NFST|+	Pacific/Norfolk
NOVT|Novosibirsk Standard Time|NOVST|*	Asia/Novosibirsk
NPT|Nepal Time|NPST|Nepal Summer Time	Asia/Kathmandu
NRT|Nauru Time|NRST|Nauru Summer Time	Pacific/Nauru
NST|Newfoundland Standard Time|NDT|+	America/St_Johns
NUT|Niue Time|NUST|Niue Summer Time	Pacific/Niue
NZST|New Zealand Standard Time|NZDT|+	Pacific/Auckland
OMST|Omsk Standard Time|OMSST|*	Asia/Omsk
ORAT|West Kazakhstan Time|ORAST|Oral Summer Time	Asia/Oral
PETT|Petropavlovsk-Kamchatski Standard Time|PETST|*	Asia/Kamchatka
PET|Peru Standard Time|PEST|*	America/Lima
PGT|Papua New Guinea Time|PGST|Papua New Guinea Summer Time	Pacific/Port_Moresby
PHOT|Phoenix Islands Time|PHOST|Phoenix Is. Summer Time	Pacific/Enderbury
PKT|Pakistan Standard Time|PKST|*	Asia/Karachi
PMST|St. Pierre & Miquelon Standard Time|PMDT|+	America/Miquelon
PONT|Ponape Time|PONST|Pohnpei Summer Time	Pacific/Pohnpei Pacific/Ponape
PST|Northwest Mexico Standard Time|PDT|+	America/Santa_Isabel
PST|Pacific Standard Time|PDT|+	America/Los_Angeles America/Tijuana America/Vancouver PST8PDT
PST|Philippine Standard Time|PDT|*	Asia/Manila
PST|Pitcairn Time|PDT|Pitcairn Daylight Time	Pacific/Pitcairn
PWT|Palau Time|PWST|Palau Summer Time	Pacific/Palau
PYT|Paraguay Standard Time|PYST|*	America/Asuncion
QOST|East Kazakhstan Time|QOSST|Kostanay Summer Time	Asia/Qostanay
QYZT|West Kazakhstan Time|QYZST|Qyzylorda Summer Time	Asia/Qyzylorda
RET|Réunion Time|REST|Reunion Summer Time	Indian/Reunion
ROTT|Rothera Time|ROTST|Rothera Summer Time	Antarctica/Rothera
SAKT|Sakhalin Standard Time|SAKST|*	Asia/Sakhalin
SAMT|Samara Standard Time|SAMST|*	Europe/Samara
SAST|South Africa Standard Time|SAST|*	Africa/Johannesburg
SBT|Solomon Islands Time|SBST|Solomon Is. Summer Time	Pacific/Guadalcanal
SCT|Seychelles Time|SCST|Seychelles Summer Time	Indian/Mahe
SGT|Singapore Standard Time|SGST|*	Asia/Singapore
SRET|Srednekolymsk Time|SREDT|Srednekolymsk Daylight Time	Asia/Srednekolymsk
SRT|Suriname Time|SRST|Suriname Summer Time	America/Paramaribo
SST|Samoa Standard Time|SDT|+	Pacific/Pago_Pago
SYOT|Syowa Time|SYOST|Syowa Summer Time	Antarctica/Syowa
TAHT|Tahiti Time|TAHST|Tahiti Summer Time	Pacific/Tahiti
TFT|French Southern & Antarctic Time|TFST|French Southern & Antarctic Lands Summer Time	Indian/Kerguelen
TJT|Tajikistan Time|TJST|Tajikistan Summer Time	Asia/Dushanbe
TKT|Tokelau Time|TKST|Tokelau Summer Time	Pacific/Fakaofo
TLT|East Timor Time|TLST|Timor-Leste Summer Time	Asia/Dili
TMT|Turkmenistan Standard Time|TMST|*	Asia/Ashgabat
TOT|Tonga Standard Time|TOST|*	Pacific/Tongatapu
TRT|Turkey Time|TRST|Turkey Summer Time	Europe/Istanbul
TVT|Tuvalu Time|TVST|Tuvalu Summer Time	Pacific/Funafuti
ULAT|Ulaanbaatar Standard Time|ULAST|*	Asia/Ulaanbaatar
UTC|Coordinated Universal Time	Etc/UTC
UYT|Uruguay Standard Time|UYST|*	America/Montevideo
UZT|Uzbekistan Standard Time|UZST|*	Asia/Samarkand Asia/Tashkent
VET|Venezuela Time|VEST|Venezuela Summer Time	America/Caracas
VLAT|Vladivostok Standard Time|VLAST|*	Asia/Ust-Nera Asia/Vladivostok
VOST|Vostok Time|VOSST|Vostok Summer Time	Antarctica/Vostok
VUT|Vanuatu Standard Time|VUST|*	Pacific/Efate
WAKT|Wake Island Time|WAKST|Wake Summer Time	Pacific/Wake
WAT|West Africa Standard Time|WAST|*	Africa/Lagos Africa/Ndjamena
WET|Western European Standard Time|WEST|*	Atlantic/Canary Atlantic/Faroe Atlantic/Madeira Europe/Lisbon
WET|Western European Time|WEST|Western European Summer Time	Africa/Casablanca Africa/El_Aaiun WET
WFT|Wallis & Futuna Time|WFST|Wallis & Futuna Summer Time	Pacific/Wallis
WGT|West Greenland Standard Time|WGST|*	America/Nuuk
WIB|Western Indonesia Time|WIST|West Indonesia Summer Time	Asia/Jakarta Asia/Pontianak
WITA|Central Indonesia Time|CIST|Central Indonesia Summer Time	Asia/Makassar
WIT|Eastern Indonesia Time|EIST|East Indonesia Summer Time	Asia/Jayapura
WSST|Apia Standard Time|WSDT|+	Pacific/Apia
XJT|Xinjiang Standard Time|XJDT|+	Asia/Urumqi
YAKT|Yakutsk Standard Time|YAKST|*	Asia/Chita Asia/Khandyga Asia/Yakutsk
YEKT|Yekaterinburg Standard Time|YEKST|*	Asia/Yekaterinburg
)tz";
// clang-format on

}  // namespace rowkind
